// The calls that export bookings for a tax adviser, and change the settings for these exports.
import type { Handlers } from '../../../http/mount.ts'
import { refuseField } from '../../../kit/errors.ts'
import { datevOf } from './bookings.ts'
import { type DatevSettings, datevSettingsOf, putDatevSettings } from './datev.sql.ts'
import { debtorPattern } from './datev.ts'
import { fecOf } from './fec.ts'

export const datev: Pick<Handlers, 'datevSettings' | 'datevSettingsUpdate' | 'datevFile' | 'fecFile'> = {
  datevSettings: async (_, { actor, db }) => db.read(actor.tenant_id, (q) => datevSettingsOf(q, actor.tenant_id, actor.organisation_id)),

  datevSettingsUpdate: async (given, { actor, db, audit }) => {
    const { tenant_id, organisation_id, organisation_name } = actor
    await db.write(tenant_id, async (q) => {
      const before = await datevSettingsOf(q, tenant_id, organisation_id)
      const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const after: DatevSettings = { ...before, ...named }
      refuseDebtors(after)
      await putDatevSettings(q, tenant_id, organisation_id, after)
      await audit({ subject: { kind: 'invoice_settings', id: organisation_id, name: organisation_name, organisation_id }, before, after }, q)
    })
    return {}
  },

  datevFile: async ({ date_from, date_to, by }, { actor, db, now }) => {
    const { tenant_id, organisation_id } = actor
    // A period that is not within one year is refused, because a file covers one year of the books.
    if (date_from.slice(0, 4) !== date_to.slice(0, 4)) throw refuseField('date_to', 'other_year')
    const { file_name, bytes, bookings } = await db.reports(actor, (q) => datevOf(q, { tenant_id, organisation_id, date_from, date_to, by, made_at: now() }))
    return { file_name, bytes: bytes.toString('base64'), bookings }
  },

  fecFile: async ({ date_from, date_to }, { actor, db }) => {
    const { tenant_id, organisation_id } = actor
    if (date_from.slice(0, 4) !== date_to.slice(0, 4)) throw refuseField('date_to', 'other_year')
    const { file_name, bytes, entries } = await db.reports(actor, (q) => fecOf(q, { tenant_id, organisation_id, date_from, date_to }))
    return { file_name, bytes: bytes.toString('base64'), entries }
  },
}

/** Refuses a first customer account that is outside DATEV's range of customer accounts for this account length. */
function refuseDebtors({ debtors_from, account_length }: DatevSettings): void {
  if (debtors_from !== 0 && !debtorPattern(account_length).test(String(debtors_from))) throw refuseField('debtors_from', 'not_a_debtor')
}
