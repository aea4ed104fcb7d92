// A well-formed value for every field of the contract, and for ids one of a given tenant. A new field without a sample does not compile.
import type { Calls } from '../../contract/index.ts'
import { calls } from '../../contract/index.ts'
import type { Call } from '../../contract/kit/call.ts'
import { newId } from '../kit/ids.ts'
import { DEMO_PASSWORD } from '../seeds/demo-world.ts'
import type { Ids } from './ids.ts'
import { shopSamples, shopSamplesOfCall } from './shop-samples.ts'

type FieldOf<C> = C extends Call ? keyof C['input']['shape'] & string : never
export type Field = FieldOf<Calls[keyof Calls]>

export const samples = (ids: Ids): Record<Field, string> => ({
  ...ids,
  ...shopSamples(ids),
  configuration_ids: JSON.stringify([ids.configuration_id]),
  customer_ids: JSON.stringify([ids.customer_id]),
  support_id: ids.user_id,
  organisation_name: 'localhost',
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
  scopes: '[]',
  calls_per_minute: '60',
  amount_per_day: '0',
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
  price_seen: '9.50',
  reason: 'paper jam',
  otp: '123456',
  number: '42',
  check: '1',
  proof: 'none',
  // The current password, so that askers of a sweep can sign in again afterwards.
  new_password: DEMO_PASSWORD,
  current_password: 'wrong',
  full_name: 'Sample Person',
  email: 'sample@example.test',
  mobile: '+33 6 00 00 00 00',
  job_role: '',
  language: 'fr',
  default_language: 'fr',
  preferences: '{"mode":"dark"}',
  template: '1',
  show_print_popup: '1',
  merge_receipts: '1',
  download_csv: '1',
  shop_timings: JSON.stringify({
    is_binding: false,
    days: Array.from({ length: 7 }, () => ({ is_open: true, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null })),
    holidays: [{ day: '2026-12-25', name: 'Noël' }],
  }),
  otp_type: 'email',
  manager: '1',
  flags: '[]',
  internal_role: '1',
  login_approval: '0',
  is_active: '1',
  own: '1',
  by: 'denomination',
  lasting_days: '14',
  date_from: '2026-01-01',
  date_to: '2026-12-31',
  date_from_2: '2025-01-01',
  date_to_2: '2025-12-31',
  group_by: '["customer","day"]',
  cancelable: '',
  report: 'list',
  after: ids.sale_id,
  device_ids: JSON.stringify([ids.device_id]),
  serial_numbers: '["SN-1"]',
  tag: '',
  bind: '',
  code: '12345678',
  list: 'suppliersList',
  columns: '[{"key":"company","header":"Company"}]',
  input: '{}',
  format: 'csv',
  title: 'List',
  piece: '0',
  header_row: '1',
  run_id: ids.request_id,
  entry_id: `${ids.customer_id}-1`,
  till_id: ids.browser_id,
  document_id: newId(),
  counted: '100.00',
  counts_drawer: '1',
  with_ages: '1',
  with_balances: '1',
  month: '2026-01',
  part: 'sales',
})

/** Calls that need other samples: the field's name has another meaning there, or the wrong password of the other samples would refuse the form. */
const ofCall: Record<string, Record<string, string>> = {
  [calls.loginRequestDecide.path]: { action: 'approve' },
  [calls.registrationUpdate.path]: { action: 'resend' },
  [calls.staffAssign.path]: { action: 'assign' },
  [calls.settingsUpdate.path]: { email: '', mobile: '', current_password: '' },
}

/** A call's form, filled in; fields with an empty sample are left out. */
export function sampleForm(c: Call, ids: Ids): Record<string, string> {
  const all: Record<string, string> = { ...samples(ids), ...ofCall[c.path], ...shopSamplesOfCall(ids)[c.path] }
  return Object.fromEntries(Object.keys(c.input.shape).flatMap((field) => (all[field] ? [[field, all[field]]] : [])))
}

/** Ids that do not exist. */
export const missingIds = (): Ids => {
  const id = () => newId()
  return {
    product_id: id(),
    configuration_id: id(),
    supplier_id: id(),
    customer_id: id(),
    upload_id: id(),
    sale_id: id(),
    download_id: id(),
    user_id: id(),
    organisation_id: id(),
    reference_id: id(),
    registration_id: id(),
    message_id: id(),
    session_id: id(),
    browser_id: id(),
    device_id: id(),
    pool_id: id(),
    discount_plan_id: id(),
    change_id: id(),
    request_id: id(),
    export_id: id(),
    reclaim_id: id(),
    file_id: id(),
    invoice_id: id(),
    gift_card_id: '999999-0',
    reference: 'no secret',
    registration: `${id()}.no-secret`,
    username: `nobody-${id()}`,
    batch_no: '999999',
    transaction_key: 'no key',
  }
}

export const allCalls = Object.entries(calls) as [keyof Calls, Call][]
