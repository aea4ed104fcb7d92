// The rules for statements that must mean the same on one PostgreSQL and on Citus, where every tenant's rows are on one of several nodes (decision 0106).
import type { Catalogue } from './catalogue.ts'
import { tenantTables } from './tenants.ts'
import { all, as, type Node, nameOf, type Of, partsOf, statementsOf, walk } from './tree.ts'
import { isChanging } from './volatility.ts'

export type Rule = {
  name: string
  /** What Citus does with such a statement. */
  reason: string
  /** What breaks the rule in a statement, in a few words each. */
  faults: (statement: Node, catalogue: Catalogue) => string[]
}
export type Fault = { rule: string; detail: string }

/** The faults of all statements in a text. */
export const faultsOf = (text: string, catalogue: Catalogue): Fault[] =>
  statementsOf(text).flatMap((statement) => RULES.flatMap((rule) => rule.faults(statement, catalogue).map((detail) => ({ rule: rule.name, detail }))))

export const RULES: readonly Rule[] = [
  {
    name: 'subquery-in-insert',
    reason: 'Citus refuses a subquery in the VALUES, the RETURNING or the ON CONFLICT of an INSERT.',
    faults: (statement, catalogue) =>
      inserts(statement, catalogue).flatMap((insert) =>
        all('SubLink', [as('SelectStmt', insert.selectStmt)?.valuesLists, insert.returningClause, insert.onConflictClause])
          .slice(0, 1)
          .map(() => tableOf(insert)),
      ),
  },
  {
    name: 'insert-select',
    reason: 'Citus copies the rows that it gathered for an INSERT … SELECT, which row level security refuses; with RETURNING or ON CONFLICT it inserts them.',
    faults: (statement, catalogue) =>
      inserts(statement, catalogue).flatMap((insert) =>
        insert.returningClause || insert.onConflictClause || !as('SelectStmt', insert.selectStmt) || as('SelectStmt', insert.selectStmt)?.valuesLists
          ? []
          : staysOnShard(insert, catalogue)
            ? []
            : [tableOf(insert)],
      ),
  },
  {
    name: 'changing-function',
    reason: 'Citus refuses an UPDATE, a DELETE or an ON CONFLICT whose functions may answer otherwise on each node: pass the value as a parameter.',
    faults: (statement, catalogue) => [
      ...changes(statement, catalogue).flatMap((change) =>
        isChanging([change.whereClause, 'targetList' in change ? change.targetList : []], catalogue, 'beside columns'),
      ),
      ...inserts(statement, catalogue).flatMap(({ onConflictClause }) => isChanging(onConflictClause, catalogue, 'at all')),
    ],
  },
  {
    name: 'element-in-update',
    reason: 'A node of Citus crashes where a column is set to an element of an array: read the element first.',
    faults: (statement, catalogue) => setValues(statement, catalogue).flatMap((value) => (as('A_Indirection', value) ? ['array'] : [])),
  },
  {
    name: 'case-of-value-in-update',
    reason: 'Citus writes `case a when b` of a set column wrongly for the node: write `case when a = b`.',
    faults: (statement, catalogue) => all('CaseExpr', setValues(statement, catalogue)).flatMap(({ arg }) => (arg ? ['case'] : [])),
  },
  {
    name: 'function-beside-tables',
    reason: 'Citus runs a function of a query next to the shards, once a row, and plans its statements anew each time: call the function alone.',
    faults: (statement, catalogue) =>
      isPlaced(statement, catalogue)
        ? [...new Set(all('FuncCall', statement).map(({ funcname }) => nameOf(funcname)))].filter((name) => catalogue.readers.includes(name))
        : [],
  },
  {
    name: 'tenant-inside-query',
    reason: 'Citus sends SET LOCAL to the nodes, but not what set_config() sets: `set local app.tenant` is a statement of its own.',
    faults: (statement) =>
      all('FuncCall', statement)
        .filter(({ funcname, args }) => nameOf(funcname) === 'set_config' && as('A_Const', args?.[0])?.sval?.sval === 'app.tenant')
        .map(() => 'set_config'),
  },
  {
    name: 'every-tenant',
    reason: 'Without a value for tenant_id Citus asks every shard, or refuses the statement if it locks rows: bind tenant_id of every table.',
    faults: (statement, catalogue) => unique(tenantTables(statement, catalogue).flatMap(({ table, tenant }) => (tenant.values.size === 0 ? [table] : []))),
  },
  {
    name: 'two-tenants',
    reason: 'Citus refuses a join of tenant tables that are not on one node: all of them have the same tenant_id.',
    faults: (statement, catalogue) => {
      const tables = tenantTables(statement, catalogue).filter(({ tenant }) => tenant.values.size > 0)
      return unique(tables.flatMap(({ table, tenant }) => (tables[0] && !tenant.isSameAs(tables[0].tenant) ? [`${tables[0].table} and ${table}`] : [])))
    },
  },
  {
    name: 'merge',
    reason: 'Citus refuses MERGE from values: use INSERT … ON CONFLICT.',
    faults: (statement, catalogue) => all('MergeStmt', statement).flatMap(({ relation }) => (isTenant(relation, catalogue) ? [relation?.relname ?? ''] : [])),
  },
]

/** What Citus does with statements that break a rule. */
export const reasonOf = (name: string): string => RULES.find((rule) => rule.name === name)?.reason ?? ''

const unique = (names: readonly string[]) => [...new Set(names)]
const tableOf = ({ relation }: Of<'InsertStmt'>) => relation?.relname ?? ''
const isTenant = (table: Of<'RangeVar'> | undefined, { placements }: Catalogue) => placements[table?.relname ?? ''] === 'tenant'

const inserts = (statement: Node, catalogue: Catalogue) => all('InsertStmt', statement).filter(({ relation }) => isTenant(relation, catalogue))
const changes = (statement: Node, catalogue: Catalogue) =>
  [...all('UpdateStmt', statement), ...all('DeleteStmt', statement)].filter(({ relation }) => isTenant(relation, catalogue))

/** The values to which an UPDATE or an ON CONFLICT sets columns. */
const setValues = (statement: Node, catalogue: Catalogue) =>
  [...changes(statement, catalogue), ...inserts(statement, catalogue).flatMap(({ onConflictClause }) => onConflictClause ?? [])]
    .flatMap((change) => ('targetList' in change ? (change.targetList ?? []) : []))
    .flatMap((target) => as('ResTarget', target)?.val ?? [])

/** Whether a statement names a table that is on the nodes. */
const isPlaced = (statement: Node, { placements }: Catalogue): boolean => {
  const changed = [...all('InsertStmt', statement), ...all('UpdateStmt', statement), ...all('DeleteStmt', statement)].map(({ relation }) => relation)
  return [...all('RangeVar', statement), ...changed].some((table) => ['tenant', 'reference'].includes(placements[table?.relname ?? ''] ?? ''))
}

/** Whether every shard can insert its own rows: tenant_id comes from a tenant table as it is, and nothing counts or cuts rows across shards. */
function staysOnShard(insert: Of<'InsertStmt'>, catalogue: Catalogue): boolean {
  const select = as('SelectStmt', insert.selectStmt)
  if (select?.op !== 'SETOP_NONE' || select.limitCount || select.limitOffset || select.withClause || insert.withClause) return false
  let isPlain = true
  walk(select.fromClause, (node) => {
    if (as('RangeFunction', node) || as('RangeSubselect', node)) isPlain = false
    return undefined
  })
  if (!isPlain || all('FuncCall', select.targetList).some(({ over }) => over)) return false
  const names = insert.cols?.map((column) => as('ResTarget', column)?.name) ?? Object.keys(catalogue.columns[tableOf(insert)] ?? {})
  const value = as('ResTarget', select.targetList?.[names.indexOf('tenant_id')])?.val
  const column = as('ColumnRef', value)
  return column !== undefined && partsOf(column).at(-1) === 'tenant_id'
}
