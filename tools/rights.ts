// What the browser knows of every call before loading its schemas: who may make it and what it does (web/kit/base/rights.json).
import type { Call } from '../contract/kit/call.ts'

export function rightsText(calls: Record<string, Call>): string {
  const lines = Object.entries(calls).map(
    ([name, { access, changes, reveals, inView }]) => `  "${name}": ${JSON.stringify({ access, changes, reveals, inView })}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
