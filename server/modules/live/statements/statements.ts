// Suppliers' statements: they are requested daily or read from a file and compared with our orders, and every difference becomes a case. This module books
// nothing.
import type { Services } from '../../../http/services.ts'
import { berlinDay, dayBefore } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import type { Answer, StatementLine } from '../../../suppliers/supplier.ts'
import {
  clearLines,
  forgetLines,
  type Lines,
  leaseStatement,
  letGo,
  linesElsewhere,
  noteRead,
  noteSame,
  type Of,
  openCases,
  ordersOf,
  putLines,
  type Read,
  soldOn,
  statementToWrite,
} from './compare.sql.ts'
import { compare, folded, type Line } from './compare.ts'
import { keptLines } from './statement-reader.ts'
import { dueStatements, statementsToReread } from './statements.sql.ts'

type Needs = Pick<Services, 'db' | 'suppliers' | 'clock' | 'log'>

/** How long a statement is claimed: longer than any supplier takes to answer all its pages. */
const LEASE_MS = 10 * 60_000
/** For how many past days the job requests missing statements. A user can request or upload the statement of an older day. */
const DAYS_BACK = 3
const LINES_KEPT_DAYS = 400
const SAID_MAX = 200
/** How many lines of a statement are written by one insert. */
const PAGE = 5_000

type Compared = { statement_id: string; rows: number; new_cases: number; is_known: boolean }
type How = { source: 'asked' | 'file'; user_id: string | null; now: Date }

/**
 * Stores the lines and compares them, in the caller's transaction. Nothing changes if the same lines are stored already. Other lines replace the earlier
 * ones, but cases that are open stay open until a user closes them. Undefined if a line is impossible or there are
 * too many.
 */
export async function keepStatement(q: Query, of: Of, statement: readonly StatementLine[], { source, user_id, now }: How): Promise<Compared | undefined> {
  const kept = keptLines(statement, of.day)
  if (!kept) return undefined
  const { lines, digest } = kept
  const rows = statement.length
  const [known] = await statementToWrite(q, of, newId(), now)
  if (!known) throw new Error('no statement')
  const read: Read = { ...of, statement_id: known.id }
  if (known.digest?.equals(digest)) {
    await noteSame(q, { tenant_id: of.tenant_id, statement_id: known.id, now })
    return { statement_id: known.id, rows, new_cases: 0, is_known: true }
  }
  await clearLines(q, read)
  for (let at = 0; at < rows; at += PAGE) {
    const page = Object.fromEntries(Object.entries(lines).map(([name, all]) => [name, all.slice(at, at + PAGE)])) as typeof lines
    await putLines(q, read, page)
  }
  const own = new Set(lines.key.filter((key) => key !== null))
  const keys = [...own]
  const quiet = (await soldOn(q, read)).filter(({ key }) => !own.has(key))
  const elsewhere = await linesElsewhere(q, read, [...keys, ...quiet.map(({ key }) => key)])
  const there = new Set(elsewhere.map(({ key }) => key))
  const { differences, ...sums } = compare(
    lines.line.map((i) => pick(lines, i)),
    { orders: await ordersOf(q, read, keys), elsewhere, silent: quiet.filter(({ key }) => !there.has(key)) },
  )
  const found = folded(differences, of.day)
  const opened = await openCases(q, read, now, {
    ...{ id: found.map(() => newId()), kind: found.map(({ kind }) => kind), subject: found.map(({ subject }) => subject) },
    ...{ key: found.map(({ key }) => key), theirs: found.map(({ theirs }) => theirs), ours: found.map(({ ours }) => ours) },
    ...{ proposal: found.map(({ proposal }) => proposal), lines: found.map(({ lines: many }) => many) },
  })
  await noteRead(q, read, { source, digest, rows, now, user_id, ...sums })
  return { statement_id: known.id, rows, new_cases: opened.length, is_known: false }
}

const pick = ({ key, reference, cost, is_reversal }: Lines, i: number): Line => ({
  ...{ key: key[i] ?? null, reference: reference[i] ?? '', cost: cost[i] ?? null, is_reversal: is_reversal[i] ?? false },
})

/** Asks a supplier for its statement of a day. */
async function ask({ suppliers }: Pick<Needs, 'suppliers'>, { tenant_id, connection_id, day }: Of): Promise<Answer<readonly StatementLine[]>> {
  const opened = await suppliers.open(tenant_id, connection_id)
  if (!opened || opened.kind === 'trips') return { outcome: 'refused', code: 'not_available', reason: 'NO_STATEMENT' }
  return opened.supplier.statement(day)
}

type StatementOutcome = { outcome: 'read'; compared: Compared } | { outcome: 'waiting'; said: string } | { outcome: 'busy' }

/** Requests a statement outside any transaction, on one server at a time, then stores and compares the answer. */
export async function askStatement(needs: Pick<Needs, 'db' | 'suppliers' | 'clock'>, of: Of, user_id: string | null): Promise<StatementOutcome> {
  const { db, clock } = needs
  const { tenant_id } = of
  const until = new Date(clock().getTime() + LEASE_MS)
  const [taken] = await db.write(tenant_id, (q) => leaseStatement(q, { ...of, id: newId(), now: clock(), until }))
  if (!taken) return { outcome: 'busy' }
  const wait = async (said: string): Promise<StatementOutcome> => {
    await db.write(tenant_id, (q) => letGo(q, { tenant_id, statement_id: taken.id, said: said.slice(0, SAID_MAX) }))
    return { outcome: 'waiting', said }
  }
  const answer = await ask(needs, of).catch((error: unknown): Answer<never> => ({ outcome: 'unknown', reason: String(error) }))
  if (answer.outcome !== 'done') return wait(answer.reason)
  const compared = await db.write(tenant_id, (q) => keepStatement(q, of, answer.value, { source: 'asked', user_id, now: clock() }))
  return compared ? { outcome: 'read', compared } : wait('LINE_NOT_UNDERSTOOD')
}

/** Every hour requests the missing statements of the last days. A supplier that had no statement yet is asked again. */
export const statementJobs = (needs: Needs): JobList => ({
  read_statements: { cron: '26 * * * *', work: () => eachTenant(needs, (tenant_id) => readStatements(needs, tenant_id)) },
})

export async function readStatements(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock, log } = needs
  const today = berlinDay(clock())
  const read = async (connection_id: string, day: string) => {
    const asked = await askStatement(needs, { tenant_id, connection_id, day }, null)
    const found = asked.outcome === 'read' ? asked.compared : {}
    log.info({ tenant_id, connection_id, day, outcome: asked.outcome, ...found }, 'statement of a supplier')
  }
  for (let back = 0, day = dayBefore(today); back < DAYS_BACK; back++, day = dayBefore(day)) {
    const due = day
    for (const { connection_id } of await db.read(tenant_id, (q) => dueStatements(q, tenant_id, due))) await read(connection_id, due)
  }
  for (const { connection_id, day } of await db.read(tenant_id, (q) => statementsToReread(q, tenant_id, today))) await read(connection_id, day)
  const before = berlinDay(new Date(clock().getTime() - LINES_KEPT_DAYS * 86_400_000))
  await db.write(tenant_id, (q) => forgetLines(q, tenant_id, before))
}
