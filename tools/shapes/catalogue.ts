// What the rules know of a database: where tables live, their columns, how volatile functions are, and which of ours read tables.
import pg from 'pg'
import { all, statementsOf } from './tree.ts'

/** `tenant`: distributed by tenant_id; `reference`: the same rows on every node; `local`: on the coordinator only. */
export type Placement = 'tenant' | 'reference' | 'local'
export type Volatility = 'immutable' | 'stable' | 'volatile'

export type Catalogue = {
  /** Where each table lives, as its migration said with `place()`. A view with a tenant_id counts as a tenant table. */
  placements: Record<string, Placement>
  /** The columns of each table in their order, with their types. */
  columns: Record<string, Record<string, string>>
  /** The volatility of functions that are not immutable; of several functions of one name, that of the least stable one. */
  volatilities: Record<string, Volatility>
  /** Our functions that read or write a table, themselves or through another function. */
  readers: string[]
}

const PLACEMENTS = `
  select object as name, kind from schema_placement where kind <> 'function'
  union all
  select c.relname, 'tenant' from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
   where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`
const COLUMNS = `
  select c.relname as name, json_object_agg(a.attname, format_type(a.atttypid, null) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace group by c.relname`
const VOLATILITIES = `
  select proname as name, case max(case provolatile when 'i' then 0 when 's' then 1 else 2 end) when 1 then 'stable' else 'volatile' end as kind
    from pg_proc where pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace) and prokind = 'f'
     -- at time zone of a timestamp with time zone is immutable; its other forms are used by nobody.
     and not (proname = 'timezone' and (pronargs = 1 or 'timetz'::regtype = any (proargtypes)))
   group by proname having max(case provolatile when 'i' then 0 when 's' then 1 else 2 end) > 0`
const FUNCTIONS = `
  select p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as text from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`

export async function catalogueOf(url: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return read(client).finally(() => client.end())
}

/** Our functions, each as the SQL that makes it. */
export const functionsOf = async (q: Pick<pg.Pool, 'query'>): Promise<FunctionText[]> => (await q.query<FunctionText>(FUNCTIONS)).rows

async function read(client: pg.Client): Promise<Catalogue> {
  const rowsOf = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const placements = await rowsOf<{ name: string; kind: Placement }>(PLACEMENTS)
  const columns = await rowsOf<{ name: string; columns: Record<string, string> }>(COLUMNS)
  const volatilities = await rowsOf<{ name: string; kind: Volatility }>(VOLATILITIES)
  return {
    placements: Object.fromEntries(placements.map(({ name, kind }) => [name, kind])),
    columns: Object.fromEntries(columns.map(({ name, columns }) => [name, columns])),
    volatilities: Object.fromEntries(volatilities.map(({ name, kind }) => [name, kind])),
    readers: readersOf(
      await functionsOf(client),
      placements.map(({ name }) => name),
    ),
  }
}

export type FunctionText = { signature: string; text: string }

/** The names of functions whose text names a table behind `from`, `join`, `into` or `update`, and of those that call such a function. */
export function readersOf(functions: readonly FunctionText[], tables: readonly string[]): string[] {
  const bodies = functions.map(({ signature, text }) => ({ name: signature.slice(0, signature.indexOf('(')), body: withoutComments(bodyOf(text)) }))
  const table = new RegExp(`\\b(from|join|into|update)\\s+(only\\s+)?(${tables.join('|')})\\b`, 'i')
  const readers = new Set(bodies.flatMap(({ name, body }) => (table.test(body) ? [name] : [])))
  for (let known = 0; known < readers.size; ) {
    known = readers.size
    const call = new RegExp(`\\b(${[...readers].join('|')})\\s*\\(`, 'i')
    for (const { name, body } of bodies) if (call.test(body)) readers.add(name)
  }
  return [...readers].sort()
}

const withoutComments = (body: string) => body.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')

/** The body of a function: everything behind its head, or the whole text if the parser finds no body. */
export function bodyOf(text: string): string {
  const [create] = statementsOf(text).flatMap((statement) => all('CreateFunctionStmt', statement))
  const body = create?.options?.flatMap((option) => all('DefElem', option)).find(({ defname }) => defname === 'as')?.arg
  return (body && all('String', body)[0]?.sval) ?? text
}
