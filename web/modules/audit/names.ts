// Actions, kinds of things and fields by their names; what a newer server knows and this page does not keeps the name it came with.
import { useTranslations } from 'use-intl'
import { alsoAudited } from '../../../contract/audit.ts'
import { type AuditedCall, calls } from '../../../contract/index.ts'
import type { Call } from '../../../contract/kit/call.ts'
import type { Messages } from '../../i18n/catalogue.ts'

type Texts = Messages['audit']
type Field = keyof Texts['fields']
type Kind = keyof Texts['kinds']

const fields = {
  ...{ accepted: 1, balance: 1, booked_at: 1, buying_discount: 1, code_channel: 1, codes_by: 1, credit_limit: 1, customers: 1, default_language: 1, device: 1 },
  ...{ download_csv: 1, email: 1, expires_at: 1, favourites: 1, flags: 1, full_name: 1, internal_role: 1, is_active: 1, job_role: 1, language: 1 },
  ...{ login_approval: 1, merge_receipts: 1, mobile: 1, next_step: 1, password: 1, preferences: 1, publish: 1, published: 1, rows: 1, session: 1, sessions: 1 },
  ...{
    setting_up: 1,
    shop_timings: 1,
    show_print_popup: 1,
    state: 1,
    step: 1,
    supplier: 1,
    support_id: 1,
    template: 1,
    token_until: 1,
    username: 1,
    view_until: 1,
  },
  ...{ columns: 1, devices: 1, devices_only: 1, list: 1, serial_number: 1, tag: 1 },
} satisfies Record<Field, 1>

const kinds = {
  ...{ device: 1, export: 1, product: 1, supplier: 1 },
  ...{ batch: 1, call: 1, customer: 1, login_request: 1, message: 1, organisation: 1, registration: 1, tenant: 1, upload: 1, user: 1 },
} satisfies Record<Kind, 1>

const isField = (name: string): name is Field => Object.hasOwn(fields, name)
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)
const all: Record<string, Call> = calls
const isAction = (name: string): name is AuditedCall => all[name]?.changes === true || alsoAudited.some((known) => known === name)

export function useNames() {
  const t = useTranslations('audit')
  return {
    action: (name: string) => (isAction(name) ? t(`actions.${name}`) : name),
    field: (name: string) => (isField(name) ? t(`fields.${name}`) : name.replaceAll('_', ' ')),
    kind: (name: string) => (isKind(name) ? t(`kinds.${name}`) : name.replaceAll('_', ' ')),
  }
}
