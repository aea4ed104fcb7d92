// What the browser knows of every call before it loads the schemas: who may make the call, and whether it changes something (web/kit/base/rights.json). The
// file has one line for each rule, with the calls of the rule; similar rules are next to each other, so that the file compresses well.
import type { Call } from '../contract/kit/call.ts'

export function rightsText(calls: Record<string, Call>): string {
  const rules = new Map<string, string[]>()
  for (const [name, { access, changes, reveals, inView }] of Object.entries(calls)) {
    const right = JSON.stringify({ access, changes, reveals, inView })
    rules.set(right, [...(rules.get(right) ?? []), name])
  }
  const lines = [...rules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([right, names]) => `  [${right}, "${names.join(' ')}"]`)
  return `[\n${lines.join(',\n')}\n]\n`
}
