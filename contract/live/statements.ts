// Suppliers' daily statements, compared with our sales through these suppliers; every difference is a case.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, field, instant, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

const access = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_reports'] } as const
const reading = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_supplier'] } as const

export const statementStates = ['waiting', 'read'] as const

export const statementsList = call({
  path: '/supplier_statements/',
  summary: 'Statements of suppliers of live products, newest day first: what they charge, what we have, and the cases of each (a call of our own)',
  access,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      connection_id: z.optional(field.id()),
      state: z.optional(field.oneOf(statementStates)),
      is_open: z.optional(field.bool()),
      from_date: z.optional(field.day()),
      to_date: z.optional(field.day()),
    }),
  }),
  output: listOf(
    z.object({
      statement_id: z.string(),
      day,
      company: z.string(),
      state: z.enum(statementStates),
      source: z.enum(['asked', 'file']),
      /** The reason why there is no statement yet. */
      said: z.string(),
      rows: z.int(),
      theirs: moneySum,
      ours: moneySum,
      difference: moneySum,
      cases: z.int(),
      open_cases: z.int(),
      read_at: z.nullable(instant),
    }),
  ),
})

const read = z.object({ statement_id: z.string(), day, rows: z.int(), new_cases: z.int(), is_known: z.boolean() })

export const statementRead = call({
  path: '/read_supplier_statement/',
  summary: 'Takes a supplier’s file of a day and compares it; the same file once more changes nothing (a call of our own)',
  access: reading,
  input: z.object({ connection_id: field.id(), csv_file: field.file() }),
  /** `is_known`: whether the same statement, with the same lines, was read before. */
  output: read,
  errors: ['not_found', 'too_large', 'file_empty', 'file_encoding', 'statement_unreadable', 'form_unreadable'],
  upload: true,
  changes: true,
})

export const statementAsk = call({
  path: '/ask_supplier_statement/',
  summary: 'Asks a supplier now for its statement of a day that is over, and compares it (a call of our own)',
  access: reading,
  input: z.object({ connection_id: field.id(), day: field.day() }),
  output: read,
  errors: ['not_found', 'statement_unreadable', 'in_progress'],
  changes: true,
})

export const statementForeignFile = call({
  path: '/supplier_statement_foreign/',
  summary: 'What of a statement is about no order of ours, line by line, as a CSV file for the supplier (a call of our own)',
  access,
  input: z.object({ statement_id: field.id() }),
  output: z.object({ filename: z.string(), csv: z.string() }),
  errors: ['not_found'],
})
