// Lists across all resellers. The list's own handler reads each reseller as the platform sees it when it views that reseller, one after the other, and the
// pages are merged into one. So such a list has the rights, the row scope and the masking of the list of one reseller.
import { ACROSS_ROWS_MAX, isAcross } from '../../contract/kit/across-tenants.ts'
import { type Call, changesWith, type OutputOf } from '../../contract/kit/call.ts'
import { rowsIn, rowWords, wordOf } from '../../contract/kit/rows.ts'
import type { tenantsList } from '../../contract/people/tenants.ts'
import type { SignedIn } from '../kit/actor.ts'
import { Refusal, refuseField } from '../kit/errors.ts'

type AnyHandler = (input: never, context: never) => Promise<object>
type Fields = Readonly<Record<string, unknown>>
type Input = Fields & { page: number; limit?: number; total_items?: number; sort?: string; filters: Fields }
type Tenants = OutputOf<typeof tenantsList>['content']

/** Returns the handlers. Those of the calls with `acrossTenants` can then also read all resellers in one answer. */
export function withListsAcross<T extends object>(calls: Readonly<Record<string, Call>>, handlers: T): T {
  const all = handlers as Record<string, AnyHandler>
  const tenantsOf = async (context: object): Promise<Tenants> => {
    const answer = await all['tenantsList']?.({} as never, context as never)
    return (answer as { content: Tenants } | undefined)?.content ?? []
  }
  const across = Object.entries(calls).flatMap(([name, c]) => {
    const handler = all[name]
    if (c.acrossTenants === undefined || !handler) return []
    requireMergeable(name, c)
    return [
      [
        name,
        (input: Input, context: { actor: SignedIn }) =>
          isAcross(input) ? merged(c, handler, tenantsOf, input, context) : handler(input as never, context as never),
      ],
    ]
  })
  return { ...handlers, ...Object.fromEntries(across) }
}

async function merged(c: Call, handler: AnyHandler, tenantsOf: (context: object) => Promise<Tenants>, input: Input, context: { actor: SignedIn }) {
  const { actor } = context
  if (actor.role !== 'superadmin' || actor.view) throw refuseField('filters.tenants', 'not_permitted')
  if (changesWith(c, input)) throw refuseField((c.changes as { with: string }).with, 'not_permitted')
  if (input['after'] !== undefined) throw refuseField('after', 'not_permitted')
  const limit = input.total_items ?? input.limit ?? 0
  const needed = (input.page + 1) * limit
  if (needed > ACROSS_ROWS_MAX) throw refuseField('page', 'too_big', Math.floor(ACROSS_ROWS_MAX / limit) - 1)
  const order = orderOf(input.sort ?? String(c.acrossTenants))
  const { tenants: _, ...filters } = input.filters
  const asked = { ...input, filters, page: 0, limit: needed, total_items: needed }
  const answers: Fields[] = []
  let rows: Fields[] = []
  let total_count = 0
  for (const { tenant_id, name } of await tenantsOf(context)) {
    const answer = await ofTenant(handler, asked, { ...context, tenant_id, actor: { ...actor, tenant_id } })
    if (!answer) continue
    answers.push(answer as Fields)
    const own = (rowsIn(answer) as Fields[]).map((row) => ({ ...row, tenant_id, tenant_name: name }))
    rows = mergedRows(rows, own, order).slice(0, needed)
    total_count += (answer as { filters: { total_count: number } }).filters.total_count
  }
  // Nobody has what a filter names, so the answer is the one that the viewed reseller gives.
  const [first] = answers
  if (!first) return handler({ ...input, filters } as never, context as never)
  const others = Object.keys(first).filter((key) => key !== 'filters' && !isRowWord(key))
  return {
    ...Object.fromEntries(others.map((key) => [key, mergers[key]?.(answers.map((answer) => answer[key]))])),
    [wordOf(first) ?? '']: rows.slice(input.page * limit),
    filters: { page: input.page, limit, total_count },
  }
}

/** The answer of one reseller; undefined if it does not have the customer, supplier or batch that a filter names. */
async function ofTenant(handler: AnyHandler, input: object, context: object): Promise<object | undefined> {
  try {
    return await handler(input as never, context as never)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

type Order = (a: Fields, b: Fields) => number

/** Compares rows by the field that a list's `sort` names; rows without a value come last. */
function orderOf(sort: string): Order {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  return (a, b) => {
    const [x, y] = [a[name] ?? null, b[name] ?? null]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    const compared = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y))
    return isDescending ? -compared : compared
  }
}

/**
 * Merges two lists of rows, each of which keeps its own order. So no row is left out or comes twice on another page, even where the database orders texts
 * slightly differently from this function.
 */
function mergedRows(left: readonly Fields[], right: readonly Fields[], order: Order): Fields[] {
  const rows: Fields[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]]
    if (a && (!b || order(a, b) <= 0)) {
      rows.push(a)
      l += 1
    } else if (b) {
      rows.push(b)
      r += 1
    }
  }
  return rows
}

/** Adds numbers, and the fields of objects one by one. A figure that one reseller does not have (null) is not known for all. */
function sum(values: readonly unknown[]): unknown {
  if (values.some((value) => value === null)) return null
  if (values.every((value) => typeof value === 'number')) return values.reduce((a, b) => a + b, 0)
  const [first] = values as Fields[]
  return Object.fromEntries(Object.keys(first ?? {}).map((key) => [key, sum((values as Fields[]).map((value) => value[key]))]))
}

/** Adds the `count` of the entries that are alike in all other fields. */
function sumOfCounts(values: readonly unknown[]): unknown {
  if (values.some((value) => value === null)) return null
  const counts = new Map<string, Fields & { count: number }>()
  for (const { count, ...entry } of (values as (Fields & { count: number })[][]).flat()) {
    const key = JSON.stringify(entry)
    counts.set(key, { ...entry, count: (counts.get(key)?.count ?? 0) + count })
  }
  return [...counts.values()]
}

type Agreement = { agrees: boolean | null; difference: number | null; finding: string | null }

/**
 * The totals agree if those of every reseller agree. Otherwise returns the finding of the first reseller whose totals disagree or, if there is none, of the
 * first whose totals could not be compared.
 */
function agreement(values: readonly unknown[]): unknown {
  const found = values as Agreement[]
  return found.find(({ agrees }) => agrees === false) ?? found.find(({ agrees }) => agrees === null) ?? found[0]
}

/** What is the same for every reseller, because it belongs to the platform or says nothing about the rows. */
const same = ([first]: readonly unknown[]): unknown => first

/** How the fields beside the rows are merged. */
const mergers: Readonly<Record<string, (values: readonly unknown[]) => unknown>> = {
  totals: sum,
  agrees: agreement,
  ages: sumOfCounts,
  type_of_filters: sumOfCounts,
  people: same,
  results: same,
}

const isRowWord = (key: string): boolean => (rowWords as readonly string[]).includes(key)

/** Throws when the server starts, if nothing says how a field of the list's answer is merged. */
function requireMergeable(name: string, { output }: Call): void {
  const unknown = Object.keys(output.shape).filter((key) => key !== 'filters' && !isRowWord(key) && !(key in mergers))
  if (unknown.length > 0) throw new Error(`${name}: no merger for ${unknown.join(', ')}`)
}
