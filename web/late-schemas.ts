// Part of the build: makes the bundle build the schemas of calls when they are first needed, not when the page loads.
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Returns all properties named `input` or `output` of the objects that are passed to call(). */
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
 * Builds the schemas of a call when the call is first made. Building those of all calls while the page loads blocked a phone for half a second before the first
 * list. Schemas that several calls share are still built while the page loads.
 */
export const lateSchemas: Plugin = {
  name: 'late-schemas',
  apply: 'build',
  transform(code, id) {
    // The login's two calls are not changed, because the login makes both of them as soon as it is loaded.
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
