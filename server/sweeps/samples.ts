// A well-formed value for every field of the contract, and for ids one of a given tenant. A new field without a sample does not compile.
import type { Calls } from '../../contract/index.ts'
import { calls } from '../../contract/index.ts'
import type { Call } from '../../contract/kit/call.ts'

type FieldOf<C> = C extends Call ? keyof C['input']['shape'] & string : never
export type Field = FieldOf<Calls[keyof Calls]>

export type Ids = {
  product_id: string
  configuration_id: string
  supplier_id: string
  customer_id: string
  upload_id: string
  sale_id: string
  download_id: string
  batch_no: string
  transaction_key: string
}

export const samples = (ids: Ids): Record<Field, string> => ({
  ...ids,
  configuration_ids: JSON.stringify([ids.configuration_id]),
  organisation_name: 'localhost',
  username: 'kiosque',
  password: 'wrong',
  hash: '',
  recaptcha_token: '',
  token: '',
  tenant_id: '1',
  view_type: 'single',
  page: '0',
  limit: '20',
  total_items: '20',
  search_text: '',
  filters: '{}',
  sort: '',
  action: 'publish',
  delimiter: ';',
  csv_file: '',
  has_header: '1',
  pin_sequence: '1',
  batch_sequence: '0',
  serial_sequence: '0',
  expiry_sequence: '0',
  value_sequence: '0',
  import_batch: 'lot',
  add_leading_zero: '0',
  only: 'all',
  buying_discount: '5',
  leave_out_errors: '1',
  publish: '0',
  type: 'top_up',
  amount: '10.00',
  payment_mode: 'cash',
  remarks: '',
  product_type: 'cash_card',
  favorite: '0',
  quantity: '1',
  reason: 'paper jam',
  date_from: '2026-01-01',
  date_to: '2026-12-31',
})

/** The form of a call, filled in; empty samples stay out. */
export function sampleForm(c: Call, ids: Ids): Record<string, string> {
  const all: Record<string, string> = samples(ids)
  return Object.fromEntries(Object.keys(c.input.shape).flatMap((field) => (all[field] ? [[field, all[field]]] : [])))
}

export const allCalls = Object.entries(calls) as [keyof Calls, Call][]
