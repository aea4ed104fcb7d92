// Which calls in an expression may answer otherwise on another node or at another time.
import type { Catalogue } from './catalogue.ts'
import { all, as, type Node, nameOf, partsOf, walk } from './tree.ts'

/** Types whose text and day depend on the session's settings. */
const OF_SESSION = /^timestamp with time zone/
const DEPENDING = new Set(['date', 'text', 'varchar', 'timestamp', 'time'])
/** Types as which a text is read by the session's settings. */
const OF_TEXT = new Set(['timestamptz', 'date', 'timestamp', 'timetz'])

/**
 * Names the calls that Citus refuses in a change of a tenant table. Volatile ones are refused always; stable ones (`now()`) beside a column or inside CASE or
 * COALESCE, otherwise the coordinator replaces them by their value. `where`: ON CONFLICT takes no stable ones at all.
 */
export function isChanging(tree: unknown, catalogue: Catalogue, where: 'beside columns' | 'at all'): string[] {
  const names = new Set<string>()
  walk(tree, (node) => {
    if (as('SubLink', node)) return false
    const chosen = as('CaseExpr', node) ?? as('CoalesceExpr', node)
    if (chosen) for (const name of unstable([chosen], catalogue)) names.add(name)
    for (const name of own(node, catalogue)) {
      if (where === 'at all' || catalogue.volatilities[name] === 'volatile' || all('ColumnRef', node).length > 0) names.add(name)
    }
    return undefined
  })
  return [...names]
}

const unstable = (tree: unknown, catalogue: Catalogue): string[] => {
  const names: string[] = []
  walk(tree, (node) => {
    if (as('SubLink', node)) return false
    names.push(...own(node, catalogue))
    return undefined
  })
  return names
}

/** The name of what a node itself calls, if that is not immutable. */
function own(node: Node, catalogue: Catalogue): string[] {
  const call = nameOf(as('FuncCall', node)?.funcname)
  if (call) return call in catalogue.volatilities ? [call] : []
  if (as('SQLValueFunction', node)) return ['current_timestamp']
  const operation = as('A_Expr', node)
  if (operation && ['+', '-'].includes(nameOf(operation.name)) && [operation.lexpr, operation.rexpr].some(isInterval)) {
    return [operation.lexpr, operation.rexpr].some((side) => isInstant(side, catalogue)) ? ['an instant and an interval'] : []
  }
  const cast = as('TypeCast', node)
  const type = nameOf(cast?.typeName?.names)
  if (!cast) return []
  if (DEPENDING.has(type) && isInstant(cast.arg, catalogue)) return [`an instant as ${type}`]
  return OF_TEXT.has(type) && nameOf(as('A_Expr', cast.arg)?.name) === '->>' ? [`a text as ${type}`] : []
}

const isInterval = (node: Node | undefined): boolean =>
  nameOf(as('TypeCast', node)?.typeName?.names) === 'interval' || nameOf(as('FuncCall', node)?.funcname) === 'make_interval'

/** Whether an expression is a column that is a timestamptz in every table that has a column of this name. */
function isInstant(node: Node | undefined, { columns }: Catalogue): boolean {
  const column = as('ColumnRef', node)
  const name = column && partsOf(column).at(-1)
  const types = name ? Object.values(columns).flatMap((table) => table[name] ?? []) : []
  return types.length > 0 && types.every((type) => OF_SESSION.test(type))
}
