// Exports: exactly what a list shows with its search and filters, as CSV or XLSX, made in the background when it is long.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { field, instant, listOf, paging } from './kit/field.ts'

/** Lists that can be exported, by their call. */
export const exportable = [
  'customersList',
  'productsList',
  'suppliersList',
  'walletHistory',
  'creditLogs',
  'assignedProducts',
  'devicesAssignedList',
  'devicesList',
  'terminalsList',
  'salesList',
  'auditList',
  'staffList',
  'giftCardsList',
] as const

export const exportStart = call({
  path: '/start_export/',
  summary: 'Begins an export: a list with its input as asked, the columns wanted with their headings; rows are those the caller may see (a call of our own)',
  access: 'all',
  input: z.object({
    list: field.oneOf(exportable),
    /** The input of that call, as JSON; page and limit are not asked. */
    input: field.json(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
    columns: field.json(z.array(z.object({ key: field.text(60), header: field.text(80) })).check(z.minLength(1, 'required'), z.maxLength(60, 'too_big'))),
    format: z._default(field.oneOf(['csv', 'xlsx']), 'csv'),
  }),
  output: z.object({ download_id: z.string() }),
  errors: ['forbidden', 'too_many_requests'],
  changes: true,
})

export const exportProgress = call({
  path: '/export_progress/',
  summary: 'How far an export of the caller’s is (a call of our own)',
  access: 'all',
  input: z.object({ download_id: field.id() }),
  output: z.object({
    state: z.enum(['waiting', 'running', 'ready', 'failed', 'expired']),
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
  output: listOf(z.object({ download_id: z.string(), file_name: z.string(), state: z.string(), rows: z.int(), created_at: instant })),
})
