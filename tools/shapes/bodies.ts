// The statements inside our functions in the database. Their variables look like columns that no table has (tenants.ts).
import { parsePlPgSQLSync } from 'libpg-query'
import { bodyOf, type Catalogue, type FunctionText } from './catalogue.ts'
import type { PlacedFault } from './exceptions.ts'
import { faultsOf } from './rules.ts'
import { as, type Node, statementsOf, walk } from './tree.ts'

/** How PL/pgSQL reads a piece of SQL: as a statement, as an expression, or as an assignment, whose value stands behind the sign. */
const [EXPRESSION, ASSIGNMENT, ASSIGNMENT_OF_FIELD] = [2, 3, 4]

type Piece = { query: string; parseMode?: number }

/** The SQL of a function, statement by statement; an expression becomes a SELECT. */
export function statementsIn(create: string): string[] {
  if (!/^\s*language plpgsql\b/im.test(create)) return [bodyOf(create)]
  const pieces: Piece[] = []
  walk(parsePlPgSQLSync(create), (node) => {
    if ('PLpgSQL_expr' in node) pieces.push((node as unknown as { PLpgSQL_expr: Piece }).PLpgSQL_expr)
    return undefined
  })
  return pieces.map(({ query, parseMode }) => {
    if (parseMode === EXPRESSION) return `select ${query}`
    return parseMode === ASSIGNMENT || parseMode === ASSIGNMENT_OF_FIELD ? `select ${query.replace(/^.*?:?=/s, '')}` : query
  })
}

/** The faults of all functions, by the function's name. A function sets its tenant itself, on the node where it runs, by a statement of its own. */
export const bodyFaults = (functions: readonly FunctionText[], catalogue: Catalogue): PlacedFault[] =>
  functions.flatMap(({ signature, text: create }) =>
    statementsIn(create)
      .filter((text) => !statementsOf(text).every(isCallAlone))
      .flatMap((text) => faultsOf(text, catalogue).map((fault) => ({ ...fault, place: signature.slice(0, signature.indexOf('(')) }))),
  )

const isCallAlone = (statement: Node): boolean => {
  const select = as('SelectStmt', statement)
  return select?.targetList?.length === 1 && !select.fromClause && !select.whereClause && !select.withClause && isCall(select.targetList[0])
}
const isCall = (target: Node | undefined) => as('FuncCall', as('ResTarget', target)?.val) !== undefined
