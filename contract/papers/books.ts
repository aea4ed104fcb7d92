// The nightly proof of the books: money, stock, roll-ups and documents held against each other, and every row that does not fit.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, field, instant, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

/** What a row that does not fit is. */
export const foundKinds = [
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
export type FoundKind = (typeof foundKinds)[number]

export const proofKinds = ['nightly', 'full'] as const
export const proofStates = ['sound', 'wrong'] as const

export const Found = z.object({
  /** The rule that does not hold, by its name. */
  rule: z.string(),
  kind: z.enum(foundKinds),
  /** The first row that does not fit, by its id; of sums, the day and the organisation. Empty for those who only see a part of the tenant. */
  row: z.string(),
  /** How many rows do not fit. */
  wrong: z.int(),
  /** Where the rule compares two amounts, or two numbers: what it should be, and what it is. */
  expected_total: z.nullable(moneySum),
  found_total: z.nullable(moneySum),
  expected_count: z.nullable(z.int()),
  found_count: z.nullable(z.int()),
  /** The Berlin days in which the row lies; null where it belongs to none, or there are several. */
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
  /** Rules that were proven. */
  rules: z.int(),
  /** Sale lines and refunds that were counted again, transfers, closed periods compared with their checksum, batches counted PIN by PIN. */
  lines: z.int(),
  transfers: z.int(),
  periods: z.int(),
  batches: z.int(),
  found: z.array(Found),
})

export const proofsList = call({
  path: '/view_proofs/',
  summary: 'Proofs of the books, newest first: the platform sees those of every reseller (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ ...paging(20), filters: field.filters({ state: z.optional(field.oneOf(proofStates)) }) }),
  output: listOf(ProofRow, {
    /** The tenants whose latest proof found something, of those the caller sees; and those never proven. */
    wrong: z.array(z.string()),
    unproven: z.array(z.string()),
  }),
})
