// Reads statements with PostgreSQL's own parser, and walks the trees that it returns.
import { loadModule, type Node, parseSync } from 'libpg-query'

export type { Node } from 'libpg-query'

await loadModule()

type KindOf<T> = T extends unknown ? keyof T : never
/** The name of a kind of node: `SelectStmt`, `ColumnRef`, … */
export type Kind = KindOf<Node>
/** The fields of a node of this kind. */
export type Of<K extends Kind> = Extract<Node, Record<K, unknown>>[K]

/** The statements of a text, which may hold several. */
export const statementsOf = (text: string): Node[] => (parseSync(text).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : []))

/** The fields of a node if the node is of this kind. */
export const as = <K extends Kind>(kind: K, node: Node | undefined): Of<K> | undefined => (node as Partial<Record<K, Of<K>>> | undefined)?.[kind]

/** Calls `visit` for every node below `tree`, outer nodes first; below a node for which `visit` answers false, no other node is visited. */
export function walk(tree: unknown, visit: (node: Node) => boolean | undefined): void {
  if (Array.isArray(tree)) for (const each of tree) walk(each, visit)
  else if (typeof tree === 'object' && tree !== null) {
    if (isNode(tree) && visit(tree) === false) return
    for (const each of Object.values(tree)) walk(each, visit)
  }
}

/** All nodes of a kind below `tree`, nested ones too. */
export function all<K extends Kind>(kind: K, tree: unknown): Of<K>[] {
  const nodes: Of<K>[] = []
  walk(tree, (node) => {
    const fields = as(kind, node)
    if (fields) nodes.push(fields)
    return undefined
  })
  return nodes
}

/** The tree names nodes in capitals (`ColumnRef`) and fields in small letters (`whereClause`); a node has its kind as its only key. */
function isNode(tree: object): tree is Node {
  const [kind, more] = Object.keys(tree)
  return kind !== undefined && more === undefined && /^[A-Z]/.test(kind)
}

/** The last part of a name: `now` for `pg_catalog.now`. */
export const nameOf = (parts: readonly Node[] | undefined): string => as('String', parts?.at(-1))?.sval ?? ''

/** The parts of a column's name; a star is `*`. */
export const partsOf = (column: Of<'ColumnRef'>): string[] => (column.fields ?? []).map((field) => as('String', field)?.sval ?? '*')
