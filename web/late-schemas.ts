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
 * Matches functions that make a schema of an object. Schemas of single values are not delayed, because kinds.ts finds their kind by the schema object itself.
 */
const BUILDERS = /^(z\.object|listOf|listUnder|reportOf)\(/

/** Returns the initial values of the module's constants that are schemas of objects. */
function constantsIn(program: { body: Node[] }, code: string): Node[] {
  const declarations = program.body.flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node
    return declared?.type === 'VariableDeclaration' ? (declared['declarations'] as { init: Node | null }[]) : []
  })
  return declarations.flatMap(({ init }) => (init && BUILDERS.test(code.slice(init.start, init.end)) ? [init] : []))
}

/**
 * Builds the schemas of a call when the call is first made. Building those of all calls while the page loads blocked a phone for half a second before the first
 * list. A schema of an object that several calls share is built when one of its properties is first read.
 */
export const lateSchemas: Plugin = {
  name: 'late-schemas',
  apply: 'build',
  transform(code, id) {
    // The login's two calls are not changed, because the login makes both of them as soon as it is loaded.
    if (!/\/contract\/[\w-]+\/[\w-]+\.ts$/.test(id) || id.endsWith('/people/auth.ts')) return null
    const program = this.parse(code)
    const textOf = ({ start, end }: Node) => code.slice(start, end)
    const properties = schemasIn(program).map((property) => {
      const { key, value } = property as unknown as { key: { name: string }; value: Node }
      return { at: property, text: `get ${key.name}() { return late(this, '${key.name}', ${textOf(value)}) }` }
    })
    const constants = constantsIn(program as unknown as { body: Node[] }, code).map((value) => ({ at: value, text: `lateSchema(() => ${textOf(value)})` }))
    const changes = [...properties, ...constants].sort((a, b) => b.at.start - a.at.start)
    if (changes.length === 0) return null
    const late = changes.reduce((text, { at, text: other }) => text.slice(0, at.start) + other + text.slice(at.end), code)
    return { code: `import { late, lateSchema } from '${join(import.meta.dirname, 'kit/base/late.ts')}'\n${late}`, map: null }
  },
}
