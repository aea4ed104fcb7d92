// Removes calls from the findings of knip, which looks for unused code. A call is in use because a file of the contract exports it (contract/index.ts), even if
// no code imports it by its name.

import { calls } from '../contract/index.ts'

type Report = { issues: Record<string, Record<string, Record<string, { symbol: string }>>>; counters: Record<string, number> }

/** Returns knip's report without calls. The function is the default export, because knip requires that of a preprocessor. */
export default function withoutCalls<R extends Report>(report: R): R {
  for (const kind of ['exports', 'nsExports'])
    for (const [path, found] of Object.entries(report.issues[kind] ?? {}))
      for (const [key, { symbol }] of Object.entries(found)) {
        if (!path.startsWith('contract/') || !(symbol in calls)) continue
        delete found[key]
        report.counters[kind] = (report.counters[kind] ?? 0) - 1
      }
  return report
}
