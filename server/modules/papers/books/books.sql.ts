// Queries about proofs of the books: the runs, what each run examined, and the two figures that a finding compares.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { proofKinds, proofStates } from '../../../../contract/papers/books.ts'
import { dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Finding } from '../../../money/checks/proof.ts'
import type { MoneyDb, Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { GRACE_MS } from '../../../postgres/pool.ts'
import type { KeptFinding } from './finding-kinds.ts'

type Kind = (typeof proofKinds)[number]
type LookedAt = { rules: number; lines: number; transfers: number; periods: number; batches: number }
export type Run = { tenant_id: number; id: string; kind: Kind; started_at: Date; ended_at: Date; looked_at: LookedAt; findings: readonly KeptFinding[] }

export const addRun = (q: Query, { looked_at, findings, ...run }: Run) => {
  const row = { ...run, looked_at: JSON.stringify(looked_at), findings: JSON.stringify(findings) }
  return q.query(`insert into proof_runs ${columnsAndValues(Object.keys(row))}`, row)
}

export const forgetRuns = (q: Query, tenant_id: number, before: Date) =>
  q.query('delete from proof_runs where tenant_id = :tenant_id and started_at < :before', { tenant_id, before })

/**
 * Counts what a proof has examined: the lines and transfers since a day (check_figures recounts these), and the periods and batches proven since the run began.
 */
export const lookedAt = async (q: Query, tenant_id: number, since: string, started_at: Date) =>
  (
    await q.query<Omit<LookedAt, 'rules'>>(
      `select (select count(*) from facts s
                where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(dayStart(':since'))})::int as lines,
              (select count(*) from transfers t
                where t.tenant_id = :tenant_id and t.created_at >= ${dayStart(':since')})::int as transfers,
              (select count(*) from proven_periods p
                where p.tenant_id = :tenant_id and p.proven_at >= :started_at)::int as periods,
              (select count(*) from proven_batches p
                where p.tenant_id = :tenant_id and p.proven_at >= :started_at)::int as batches`,
      { tenant_id, since, started_at },
    )
  )[0] as Omit<LookedAt, 'rules'>

/** How many seconds a proof may take. A full money check needs this long at most. */
const PROOF_S = 1_800

export const figureFindings = (db: MoneyDb, tenant_id: number, now: Date) =>
  db.once<Finding>(
    tenant_id,
    {
      name: 'check_figures',
      text: 'select * from check_figures(:tenant_id, :now)',
      values: { tenant_id, now },
      query_timeout: PROOF_S * 1000 + GRACE_MS,
    },
    `set local statement_timeout = '${PROOF_S}s'; `,
  )

const HOP_DAY = `
  from (select split_part(:row, ' ', 1)::date as day, split_part(:row, ' ', 2)::uuid as id) asked`
const ROLLED_UP = `
  (select coalesce(sum(g.sign * g.sold_total), 0) from figures_of_goods g
    where g.tenant_id = :tenant_id and g.organisation_id = asked.id and g.span = 'day' and g.since = asked.day)`
const MOVED = `
  (select coalesce(sum(m.received_total), 0) from moved_days m
    where m.tenant_id = :tenant_id and m.organisation_id = asked.id and m.day = asked.day)`
/**
 * For each rule, the SQL that reads the figure the rule expects for a row, and the figure the row has. `:row` is the row that the finding gives as its
 * sample.
 */
const figuresOf: Readonly<Record<string, { is_money: boolean; sql: string }>> = {
  wallet_equals_transfers: {
    is_money: true,
    sql: `select coalesce(sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end), 0) as expected,
                 (select w.balance from wallets w
                   where w.tenant_id = :tenant_id and w.organisation_id = :row::uuid) as found
            from transfers t where t.tenant_id = :tenant_id and t.wallet_id = :row::uuid`,
  },
  sale_equals_its_pins: {
    is_money: false,
    sql: `select s.quantity as expected,
                 (select count(*) from pins p where p.tenant_id = :tenant_id and p.sale_id = s.id) as found
            from sales s where s.tenant_id = :tenant_id and s.id = :row::uuid`,
  },
  sale_paid_once: {
    is_money: true,
    sql: `select (select coalesce(sum(price * s.quantity), 0) from unnest(s.prices) price) as expected,
                 (select coalesce(sum(t.amount), 0) from transfers t
                   where t.tenant_id = :tenant_id and t.created_at = s.created_at and t.cause_id = s.id) as found
            from sales s where s.tenant_id = :tenant_id and s.id = :row::uuid`,
  },
  refund_paid_back_once: {
    is_money: true,
    sql: `select (select coalesce(sum(price * r.quantity), 0) from unnest(r.prices) price) as expected,
                 (select coalesce(sum(t.amount), 0) from transfers t
                   where t.tenant_id = :tenant_id and t.created_at = r.created_at and t.cause_id = r.id) as found
            from refunds r where r.tenant_id = :tenant_id and r.id = :row::uuid`,
  },
  figures_equal_ledger: { is_money: true, sql: `select ${MOVED} as expected, ${ROLLED_UP} as found ${HOP_DAY}` },
  figures_equal_lines: {
    is_money: true,
    sql: `select (select coalesce(sum(s.sign * case when s.seller_id = asked.id then s.value * s.quantity
                                      else s.quantity * s.prices[array_position(s.chain, asked.id) - 1] end), 0)
                    from facts s where s.tenant_id = :tenant_id and asked.id = any (s.chain)
                     and s.created_at >= ${dayStart('asked.day')} and s.created_at < ${dayStart('(asked.day + 1)')}
                     and s.id >= ${firstIdAt(`${dayStart('asked.day')} - interval '1 day'`)}) as expected,
                 ${ROLLED_UP} as found ${HOP_DAY}`,
  },
}

const NONE = { expected_total: null, found_total: null, expected_count: null, found_count: null }

/** The two figures that a rule compares, expected and found; all null for a rule that compares no figures. */
export async function figuresBehind(q: Query, tenant_id: number, rule: string, row: string): Promise<Record<keyof typeof NONE, number | null>> {
  const asked = figuresOf[rule]
  if (!asked) return NONE
  const text = `select x.expected::bigint, x.found::bigint from (${asked.sql}) x`
  const [read = { expected: null, found: null }] = await q.query<{ expected: number | null; found: number | null }>(text, { tenant_id, row })
  return asked.is_money
    ? { ...NONE, expected_total: read.expected, found_total: read.found }
    : { ...NONE, expected_count: read.expected, found_count: read.found }
}

/**
 * The time of the transfer that a finding names by wallet and number, as `since` and as `until`. `periodAt`: both ends of the closed period that a finding
 * names.
 */
export const transferAt = (q: Query, tenant_id: number, row: string) =>
  q.query<{ since: Instant; until: Instant }>(
    `select t.created_at as since, t.created_at as until from transfers t
      where t.tenant_id = :tenant_id and t.wallet_id = left(:row, 36)::uuid and t.seq = substr(:row, 38)::bigint`,
    { tenant_id, row },
  )
export const periodAt = (q: Query, tenant_id: number, row: string) =>
  q.query<{ since: Instant; until: Instant }>(
    `select p.since, p.until from proven_periods p
      where p.tenant_id = :tenant_id and p.until = :row::timestamptz`,
    { tenant_id, row },
  )

export type RunRow = {
  run_id: string
  kind: Kind
  started_at: Instant
  ended_at: Instant
  looked_at: LookedAt
  findings: KeptFinding[]
}
const SOUND = `(:state::text is null or (r.findings = '[]') = (:state = 'sound'))`

export const runs = (q: Query, tenant_id: number, state: (typeof proofStates)[number] | undefined, most: number) =>
  q.query<RunRow>(
    `select r.id as run_id, r.kind, r.started_at, r.ended_at, r.looked_at, r.findings from proof_runs r
      where r.tenant_id = :tenant_id and ${SOUND} order by r.id desc limit :most`,
    { tenant_id, state: state ?? null, most },
  )

/** How many runs are stored, and how many findings the latest run has. */
export const runCount = (q: Query, tenant_id: number, state: (typeof proofStates)[number] | undefined) =>
  q.query<{ n: number; latest: number | null }>(
    `select (select count(*) from proof_runs r where r.tenant_id = :tenant_id and ${SOUND})::int as n,
            (select jsonb_array_length(r.findings) from proof_runs r where r.tenant_id = :tenant_id
              order by r.id desc limit 1) as latest`,
    { tenant_id, state: state ?? null },
  )
