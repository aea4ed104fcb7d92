// The nightly proof of the books: money, stock, roll-ups and documents are compared with each other, and wrong rows are listed.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, field, instant, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

/** The kinds of rows a finding is about. */
export const findingKinds = [
  ...[
    'sale',
    'refund',
    'transfer',
    'wallet',
    'limit',
    'key',
    'request',
    'hold',
    'batch',
    'pin',
    'document',
    'series',
    'figures',
    'tally',
    'period',
    'claim',
    'shift',
  ],
  ...['invoice', 'organisation', 'audit', 'other'],
] as const
export type FindingKind = (typeof findingKinds)[number]

export const proofKinds = ['nightly', 'full'] as const
export const proofStates = ['sound', 'wrong'] as const

export const Finding = z.object({
  /** The name of the rule that was violated. */
  rule: z.string(),
  kind: z.enum(findingKinds),
  /** The id of the first wrong row; for sums, the day and the organisation. Empty for callers who see only a part of the tenant. */
  row: z.string(),
  /** The number of wrong rows. */
  wrong: z.int(),
  /** For rules that compare two amounts or numbers: the expected one and, in the next field, the actual one. */
  expected_total: z.nullable(moneySum),
  found_total: z.nullable(moneySum),
  expected_count: z.nullable(z.int()),
  found_count: z.nullable(z.int()),
  /** The Berlin days that the row concerns; null if it concerns no day or several separate ones. */
  day_from: z.nullable(day),
  day_to: z.nullable(day),
})

export const ProofRow = z.object({
  run_id: z.string(),
  tenant_name: z.string(),
  kind: z.enum(proofKinds),
  state: z.enum(proofStates),
  started_at: instant,
  ended_at: instant,
  /** The number of rules that were checked. */
  rules: z.int(),
  /**
   * How much was checked: sale lines and refunds that were added up again, transfers, closed periods compared with their checksum, and batches counted PIN by
   * PIN.
   */
  lines: z.int(),
  transfers: z.int(),
  periods: z.int(),
  batches: z.int(),
  findings: z.array(Finding),
})

export const proofsList = call({
  path: '/view_proofs/',
  summary: 'Proofs of the books, newest first: the platform sees those of every reseller (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ ...paging(20), filters: field.filters({ state: z.optional(field.oneOf(proofStates)) }) }),
  output: listOf(ProofRow, {
    /** Tenants that the caller may see. `wrong`: those whose latest proof found something wrong. `unproven`: those that were never proven. */
    wrong: z.array(z.string()),
    unproven: z.array(z.string()),
  }),
})
