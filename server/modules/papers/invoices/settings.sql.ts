// Queries about document settings, and about how a customer is billed.
import type { Calls } from '../../../../contract/index.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'

/** The document settings without the logo, because another call changes the logo. */
export type Settings = Omit<OutputOf<Calls['invoiceSettings']>, 'logo'>

export const noSettings: Settings = {
  ...{ legal_name: '', address: '', postal: '', city: '', country: '', ustidnr: '', stnr: '', hrb: '', director: '' },
  ...{ contact_name: '', contact_phone: '', contact_email: '', bank_name: '', iban: '', bic: '', payment_days: 14 },
  ...{ creditor_id: '', prenotification_days: 14 },
  ...{ invoice_prefix: 'RE', correction_prefix: 'KO', self_billed_prefix: 'GS', footer: '', foreign_vat_ids: '', uses_oss: false },
  ...{ siren: '', operation_kind: 'services', vat_on_debits: false },
}
const SETTINGS = Object.keys(noSettings)

export const settingsOf = async (q: Query, tenant_id: number, organisation_id: string): Promise<Settings> =>
  (
    await q.query<Settings>(
      `select ${SETTINGS.join(', ')} from invoice_settings
        where tenant_id = :tenant_id and organisation_id = :organisation_id`,
      { tenant_id, organisation_id },
    )
  )[0] ?? noSettings

const assigned = (names: readonly string[]) => names.map((name) => `${name} = excluded.${name}`).join(', ')

/** Stores the settings. In a stored row only the `changed` columns are set, so that two changes at the same time do not undo each other. */
export const putSettings = (q: Query, tenant_id: number, organisation_id: string, settings: Settings, changed: readonly string[]) =>
  q.query(
    `insert into invoice_settings ${columnsAndValues(['tenant_id', 'organisation_id', ...SETTINGS])}
     on conflict (tenant_id, organisation_id)
     do ${changed.length > 0 ? `update set ${assigned(SETTINGS.filter((name) => changed.includes(name)))}` : 'nothing'}`,
    { tenant_id, organisation_id, ...settings },
  )

/** Whether the organisation has documents of another kind with this prefix. If two kinds used the same prefix, document numbers would occur twice. */
export const isTaken = async (q: Query, tenant_id: number, organisation_id: string, name: string, prefix: string) =>
  (
    await q.query(
      `select from invoices i
        where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id and starts_with(i.document_no, :prefix || '-')
          and case when i.corrects_id is not null then 'correction_prefix'
                when i.kind = 'credit_note' then 'self_billed_prefix' else 'invoice_prefix' end <> :name limit 1`,
      { tenant_id, organisation_id, name, prefix },
    )
  ).length > 0

export type TermsRow = Pick<
  OutputOf<Calls['invoiceTerms']>,
  'billing' | 'commission_rate' | 'self_billing_agreed_on' | 'pays_later' | 'by_mail' | 'buyer_reference' | 'debtor_no' | 'resale_certificate_until' | 'siren'
>
const TERMS = [
  'billing',
  'commission_rate',
  'self_billing_agreed_on',
  'pays_later',
  'by_mail',
  'buyer_reference',
  'debtor_no',
  'resale_certificate_until',
  'siren',
] as const satisfies readonly (keyof TermsRow)[]

export const putTerms = (q: Query, tenant_id: number, customer_id: string, terms: TermsRow) =>
  q.query(
    `insert into invoice_terms ${columnsAndValues(['tenant_id', 'customer_id', ...TERMS])}
     on conflict (tenant_id, customer_id) do update set ${assigned(TERMS)}`,
    { tenant_id, customer_id, ...Object.fromEntries(TERMS.map((name) => [name, terms[name]])) },
  )

/** The hash of the organisation's present logo, which new documents store; null if it has none. */
export const logoOfSettings = async (q: Query, tenant_id: number, organisation_id: string) =>
  (
    await q.query<{ logo_hash: string | null }>(
      `select logo_hash from invoice_settings
        where tenant_id = :tenant_id and organisation_id = :organisation_id`,
      { tenant_id, organisation_id },
    )
  )[0]?.logo_hash ?? null

export const putLogo = (q: Query, tenant_id: number, organisation_id: string, logo_hash: string | null) =>
  q.query(
    `insert into invoice_settings (tenant_id, organisation_id, logo_hash)
     values (:tenant_id, :organisation_id, :logo_hash)
     on conflict (tenant_id, organisation_id) do update set logo_hash = excluded.logo_hash`,
    { tenant_id, organisation_id, logo_hash },
  )
