// Part of the build: the schemas of calls are built when they are first needed, not when the page loads.
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** All properties named `input` or `output` of the objects given to call(). */
function schemasIn(node: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const one of node) schemasIn(one, found)
  if (typeof node !== 'object' || node === null || !('type' in node)) return found
  const { type, callee, arguments: given } = node as Node & { callee?: { name?: string }; arguments?: { properties?: Node[] }[] }
  const isSchema = ({ key }: Node) => /^(input|output)$/.test((key as { name?: string } | undefined)?.name ?? '')
  if (type === 'CallExpression' && callee?.name === 'call') found.push(...(given?.[0]?.properties ?? []).filter(isSchema))
  else for (const child of Object.values(node)) schemasIn(child, found)
  return found
}

/**
 * A call's schemas are built when the call is first made: to build those of all calls took a telephone half a second without a break before the first list.
 * What several calls share is still built at once.
 */
export const lateSchemas: Plugin = {
  name: 'late-schemas',
  apply: 'build',
  transform(code, id) {
    // The login's calls are left as they are, because the login makes both of them at once.
    if (!/\/contract\/[\w-]+\/[\w-]+\.ts$/.test(id) || id.endsWith('/people/auth.ts')) return null
    let late = code
    for (const property of schemasIn(this.parse(code)).reverse()) {
      const { key, value } = property as unknown as { key: { name: string }; value: Node }
      const getter = `get ${key.name}() { return late(this, '${key.name}', ${code.slice(value.start, value.end)}) }`
      late = late.slice(0, property.start) + getter + late.slice(property.end)
    }
    return late === code ? null : { code: `import { late } from '${join(import.meta.dirname, 'kit/base/late.ts')}'\n${late}`, map: null }
  },
}
