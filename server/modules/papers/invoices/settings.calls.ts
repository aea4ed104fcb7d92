// Calls about the document settings of an organisation, and about how its customers are billed.
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { containsIban, isCreditorId, numberProblems, tidied, withoutBlanks } from '../../goods/suppliers/suppliers.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { type Terms, termsOf } from './billing.sql.ts'
import { debtorsOf } from './bookings.ts'
import { datevSettingsOf } from './datev.sql.ts'
import { debtorPattern } from './datev.ts'
import { logoAddress } from './logo.ts'
import { isTaken, logoOfSettings, putSettings, putTerms, type Settings, settingsOf } from './settings.sql.ts'

const PREFIXES = ['invoice_prefix', 'correction_prefix', 'self_billed_prefix'] as const

/** The fields that the input contains. Fields that are left out keep their value; a value that the input removes (null) becomes a blank text. */
const given = (input: object) => Object.fromEntries(Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']])))

/** Writes the VAT ids in capital letters, separated by one blank, and the creditor identifier without blanks. */
const listed = (settings: Settings): Settings => ({
  ...settings,
  creditor_id: withoutBlanks(settings.creditor_id),
  foreign_vat_ids: settings.foreign_vat_ids
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((id) => id !== '')
    .join(' '),
})

function refuseWrong(settings: Settings): void {
  const twice = PREFIXES.find((name, i) => PREFIXES.findIndex((other) => settings[other] === settings[name]) < i)
  const ids = settings.foreign_vat_ids.split(' ').filter((id) => id !== '')
  const stray = ids.some((ustidnr) => numberProblems({ iban: '', bic: '', ustidnr }).length > 0)
  const problems = [
    ...numberProblems(settings),
    ...(settings.creditor_id !== '' && !isCreditorId(settings.creditor_id) ? [{ field: 'creditor_id', code: 'not_a_creditor_id' as const }] : []),
    ...(stray ? [{ field: 'foreign_vat_ids', code: 'not_a_vat_id' as const }] : []),
    ...(twice ? [{ field: twice, code: 'prefix_twice' as const }] : []),
  ]
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
}

/** The settings for the payee's account on documents and direct debits, and the id under which the payee collects direct debits. */
const BANK = ['bank_name', 'iban', 'bic', 'creditor_id'] as const

/** Whether a changed field says where customers pay: the bank details do, and every text that names an account. */
const namesPayee = (field: string, value: unknown) => BANK.some((name) => name === field) || containsIban(String(value))

/** Refuses the customer's account number if another customer has it or DATEV does not allow it. */
async function refuseTaken(q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string): Promise<void> {
  const settings = await datevSettingsOf(q, tenant_id, organisation_id)
  const debtors = [...(await debtorsOf(q, tenant_id, organisation_id, settings))]
  const own = debtors.find(([id]) => id === customer_id)?.[1] ?? ''
  if (!debtorPattern(settings.account_length).test(own)) throw refuseField('debtor_no', 'not_a_debtor')
  if (debtors.some(([id, account]) => id !== customer_id && account === own)) throw refuseField('debtor_no', 'debtor_taken')
}

const billingOf = ({
  billing,
  commission_rate,
  self_billing_agreed_on,
  pays_later,
  by_mail,
  buyer_reference,
  debtor_no,
  resale_certificate_until,
  siren,
}: Terms) => ({
  ...{ billing, commission_rate, self_billing_agreed_on, pays_later, by_mail, buyer_reference, debtor_no, resale_certificate_until, siren },
})

export const invoiceSettingsCalls: Pick<Handlers, 'invoiceSettings' | 'invoiceSettingsUpdate' | 'invoiceTerms' | 'invoiceTermsUpdate'> = {
  invoiceSettings: async (_, { actor: { tenant_id, organisation_id }, db }) =>
    db.read(tenant_id, async (q) => ({
      ...(await settingsOf(q, tenant_id, organisation_id)),
      logo: logoAddress(tenant_id, await logoOfSettings(q, tenant_id, organisation_id)),
    })),

  invoiceSettingsUpdate: async (input, { actor, db, audit, now }) => {
    const { tenant_id, organisation_id, organisation_name } = actor
    await db.write(tenant_id, async (q) => {
      const before = await settingsOf(q, tenant_id, organisation_id)
      const after: Settings = listed(tidied({ ...before, ...given(input) }))
      refuseWrong(after)
      // A clerk who could change the account could divert the customers' transfers to himself.
      const changed = Object.keys(after).filter((name) => after[name as keyof Settings] !== before[name as keyof Settings])
      const payee = changed.filter((name) => namesPayee(name, after[name as keyof Settings]))
      if (payee.length > 0 && !actor.is_manager) throw new Refusal('invalid_input', { problems: payee.map((field) => ({ field, code: 'managers_only' })) })
      for (const name of PREFIXES)
        if (after[name] !== before[name] && (await isTaken(q, tenant_id, organisation_id, name, after[name]))) throw refuseField(name, 'prefix_twice')
      await putSettings(q, tenant_id, organisation_id, after, changed)
      if (payee.length > 0)
        await putNotice(q, now(), { organisation_id, kind: 'bank_details_changed', data: { name: actor.username, code: after.iban.slice(-4) || '–' } })
      await audit({ subject: { kind: 'invoice_settings', id: organisation_id, name: organisation_name, organisation_id }, before, after }, q)
    })
    return {}
  },

  invoiceTerms: async ({ customer_id }, { actor, db }) => {
    const { tenant_id, organisation_id } = actor
    return db.read(tenant_id, async (q) => {
      const terms = await termsOf(q, tenant_id, organisation_id, customer_id)
      if (!terms) throw new Refusal('not_found')
      const debtors = await debtorsOf(q, tenant_id, organisation_id, await datevSettingsOf(q, tenant_id, organisation_id))
      return { customer_id, customer_name: terms.customer_name, ...billingOf(terms), debtor_in_use: debtors.get(customer_id) ?? '' }
    })
  },

  invoiceTermsUpdate: async ({ customer_id, ...input }, { actor, db, audit }) => {
    const { tenant_id, organisation_id } = actor
    await db.write(tenant_id, async (q) => {
      const terms = await termsOf(q, tenant_id, organisation_id, customer_id)
      if (!terms) throw new Refusal('not_found')
      const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      const [before, after] = [billingOf(terms), { ...billingOf(terms), ...named }]
      await putTerms(q, tenant_id, customer_id, after)
      if (input.debtor_no) await refuseTaken(q, actor, customer_id)
      await audit({ subject: { kind: 'customer', id: customer_id, name: terms.customer_name, organisation_id: customer_id }, before, after }, q)
    })
    return {}
  },
}
