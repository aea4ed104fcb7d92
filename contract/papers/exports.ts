// Exports: exactly what a list shows with its search and filters, as CSV or XLSX; long exports are made in the background.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost } from '../kit/rules.ts'

/** Lists that can be exported, by their call's name. */
export const exportable = [
  'customersList',
  'customersListShort',
  'productsList',
  'suppliersList',
  'moveRows',
  'walletHistory',
  'walletOwn',
  'creditLogs',
  'assignedProducts',
  'devicesAssignedList',
  'devicesList',
  'terminalsList',
  'salesList',
  'salesByGroup',
  'auditList',
  'staffList',
  'giftCardsList',
  'stockList',
  'soldPins',
  'poolsList',
  'plansList',
  'assignedList',
  'liveProductsList',
  'liveCustomerPrices',
  'liveSalesCheck',
  'rechargeSummary',
  'exchangeRatesList',
  'autoCreditLedger',
  'creditRequestsList',
  'registrationsList',
  'staffAssignHistory',
  'messagesList',
  'proofsList',
  'reclaimsList',
  'zReportsList',
  'ledgerOwn',
  'ledgerCustomer',
  'stockReport',
  'stockHistory',
  'reorderList',
  'openMatters',
  'invoicesList',
  'reclamationInvoicesList',
  'customersForInvoice',
  'customersForReclamationInvoice',
  'supplierContactsList',
  'mandatesList',
  'statusNoticesList',
] as const

/** The kinds of files that the server makes for the caller: an exported list, or the pack of a month. */
export const made = [...exportable, 'monthPack'] as const

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

const column = z.object({
  key: field.text(60),
  header: field.text(80),
  /** Further fields in the same cell, if the list shows them together. */
  and: z.optional(z.array(field.text(60)).check(atMost(5, 'too_big'))),
  /** For a field that is a list of objects: which field of each object to show. */
  part: z.optional(field.text(60)),
  /** For a field of codes: the word for each code, in the reader's language. */
  words: z.optional(z.record(z.string().check(atMost(60)), z.string().check(atMost(80)))),
})

export const exportStart = call({
  path: '/start_export/',
  summary: 'Begins an export: a list with its input as asked, the columns wanted with their headings; rows are those the caller may see (a call of our own)',
  access: 'all',
  input: z.object({
    list: field.oneOf(exportable),
    /** The list call's input as JSON; page and limit are ignored. */
    input: field.json(z.record(z.string().check(atMost(60)), z.union([z.string().check(atMost(10_000)), z.number(), z.boolean()]))),
    columns: field.json(z.array(column).check(atLeast(1), atMost(60, 'too_big'))),
    format: z._default(field.oneOf(['csv', 'xlsx']), 'csv'),
    /** The file's name, in the reader's language. */
    title: z.optional(field.text(80)),
  }),
  output: z.object({ download_id: z.string() }),
  errors: ['forbidden', 'too_many_requests'],
  changes: true,
})

export const exportAgain = call({
  path: '/repeat_export/',
  summary: 'An export of the caller’s once more, as it was asked: one that failed, or whose file is gone; rows are those of now (a call of our own)',
  access: 'all',
  input: z.object({ download_id: field.id() }),
  output: z.object({ download_id: z.string() }),
  errors: ['not_found', 'forbidden', 'too_many_requests'],
  changes: true,
})

export const exportProgress = call({
  path: '/export_progress/',
  summary: 'How far an export of the caller’s is (a call of our own)',
  access: 'all',
  input: z.object({ download_id: field.id() }),
  output: z.object({
    list: z.enum(made),
    state: z.enum(exportStates),
    rows_done: z.int(),
    rows_total: z.int(),
    file_name: z.string(),
    bytes: z.int(),
    created_at: instant,
    expires_at: instant,
  }),
  errors: ['not_found'],
})

export const exportsList = call({
  path: '/view_exports/',
  summary: 'The caller’s exports of the last days, newest first (a call of our own)',
  access: 'all',
  input: z.object(paging(20)),
  output: listOf(z.object({ download_id: z.string(), file_name: z.string(), state: z.enum(exportStates), rows: z.int(), created_at: instant })),
})

/** The most bytes of a piece. A file is fetched in pieces, so that after a broken connection only one piece has to be fetched again. */
export const PIECE_BYTES = 1024 * 1024

export const exportFetch = call({
  path: '/fetch_export/',
  summary: 'One piece of a finished export of the caller’s, in base64 (a call of our own)',
  access: 'all',
  input: z.object({ download_id: field.id(), piece: z._default(field.int(0, 10_000), 0) }),
  output: z.object({ bytes: z.string(), pieces: z.int() }),
  errors: ['not_found', 'forbidden'],
})
