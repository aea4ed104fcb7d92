// Suppliers' daily statements, compared with our sales over them; every difference is a case.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

const access = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_reports'] } as const
const reading = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_supplier'] } as const
/** People with the right to credit: they book the amount of a case. */
const ending = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_credit'] } as const

/**
 * missing: we sold it, and the supplier does not charge it. extra: the supplier charges something unknown to us. state: only one side calls it delivered.
 * unread: its price cannot be read.
 */
export const caseKinds = ['missing', 'extra', 'amount', 'state', 'duplicate', 'unread'] as const
/** The proposed action: ask for the state, claim it from the supplier, collect it from the shop, give it back to the shop, or end the order with its proof. */
export const proposals = ['ask', 'claim', 'collect', 'give_back', 'end'] as const
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
  /** `is_known`: the statement was read before, with the same lines. */
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

export const statementCasesList = call({
  path: '/supplier_statement_cases/',
  summary: 'Where a supplier’s statement and our books say different things, newest first, with what to do (a call of our own)',
  access,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      case_id: z.optional(field.id()),
      statement_id: z.optional(field.id()),
      kind: z.optional(field.oneOf(caseKinds)),
      is_open: z.optional(field.bool()),
    }),
  }),
  output: listOf(
    z.object({
      case_id: z.string(),
      statement_id: z.string(),
      day,
      company: z.string(),
      kind: z.enum(caseKinds),
      /** Our reference, or the supplier’s where there is no order of ours. */
      subject: z.string(),
      customer_name: z.string(),
      product_name: z.string(),
      theirs: moneySum,
      ours: moneySum,
      /** The shop's price of the order; null if there is no order of ours. */
      amount: z.nullable(money),
      proposal: z.enum(proposals),
      /** The number of the supplier's lines in the case; more than one where many unknown lines were put together into one case, with a file. */
      lines: z.int(),
      opened_at: instant,
      closed_at: z.nullable(instant),
      reason: z.string(),
    }),
  ),
})

export const statementForeignFile = call({
  path: '/supplier_statement_foreign/',
  summary: 'What of a statement is about no order of ours, line by line, as a CSV file for the supplier (a call of our own)',
  access,
  input: z.object({ statement_id: field.id() }),
  output: z.object({ filename: z.string(), csv: z.string() }),
  errors: ['not_found'],
})

export const statementCaseClose = call({
  path: '/close_supplier_statement_case/',
  summary: 'Closes a case with what was done about it; it books nothing (a call of our own)',
  access: ending,
  input: z.object({ case_id: field.id(), reason: field.text(200) }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})
