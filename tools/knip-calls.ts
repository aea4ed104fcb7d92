// Removes calls from knip's findings. A call is used because a file of the contract exports it (contract/index.ts), even if nobody imports it by its name.

import { calls } from '../contract/index.ts'

type Report = { issues: Record<string, Record<string, Record<string, { symbol: string }>>>; counters: Record<string, number> }

/** Returns knip's report without calls. It is the default export, because knip requires that of a preprocessor. */
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
