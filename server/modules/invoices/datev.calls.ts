// Calls about bookings for a tax adviser.
import * as z from 'zod/mini'
import type { Handlers } from '../../http/mount.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { type Booked, type DatevSettings, datevSettingsOf, documentsOf, putDatevSettings } from './datev.sql.ts'
import { type Booking, extf, refused } from './datev.ts'
import { Paper } from './shape.ts'

/** More documents than this are fetched month by month. */
const DOCUMENTS_MAX = 20_000
/** Above this a rate is the full one, in hundredths of a percent. */
const REDUCED_MAX = 10_00

const accountOf = (settings: DatevSettings, { category, rate }: Paper['taxes'][number]) => {
  if (category === 'S') return rate > REDUCED_MAX ? settings.revenue_full : settings.revenue_reduced
  return { AE: settings.revenue_reverse, E: settings.revenue_exempt, Z: settings.revenue_exempt, O: settings.revenue_outside }[category]
}

/** One booking for each rate; of a commission what it costs, which the customer is owed. */
export function bookingsOf({ document_no, customer_name, issued_on, due_on, snapshot }: Booked, settings: DatevSettings): Booking[] {
  const paper = z.decode(Paper, snapshot as z.input<typeof Paper>)
  const head = { day: issued_on, due_on, document_no, text: customer_name }
  return paper.taxes
    .filter(({ net, tax }) => net + tax !== 0)
    .map((one) =>
      paper.is_self_billed
        ? { ...head, amount: -(one.net + one.tax), account: settings.receivables, contra: settings.commission }
        : { ...head, amount: one.net + one.tax, account: settings.receivables, contra: accountOf(settings, one) },
    )
}

export const datev: Pick<Handlers, 'datevSettings' | 'datevSettingsUpdate' | 'datevFile'> = {
  datevSettings: async (_, { actor, db }) => db.read(actor.tenant_id, (q) => datevSettingsOf(q, actor.tenant_id, actor.organisation_id)),

  datevSettingsUpdate: async (given, { actor, db, audit }) => {
    const { tenant_id, organisation_id, organisation_name } = actor
    await db.write(tenant_id, async (q) => {
      const before = await datevSettingsOf(q, tenant_id, organisation_id)
      const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const after: DatevSettings = { ...before, ...named }
      await putDatevSettings(q, tenant_id, organisation_id, after)
      await audit({ subject: { kind: 'invoice_settings', id: organisation_id, name: organisation_name, organisation_id }, before, after }, q)
    })
    return {}
  },

  datevFile: async ({ date_from, date_to }, { actor, db, now }) => {
    const { tenant_id, organisation_id } = actor
    if (date_from > date_to) throw refuseField('date_to', 'too_small')
    // A file belongs to one year of the books.
    if (date_from.slice(0, 4) !== date_to.slice(0, 4)) throw refuseField('date_to', 'other_year')
    return db.reports(actor, async (q) => {
      const settings = await datevSettingsOf(q, tenant_id, organisation_id)
      const { consultant_no, client_no, account_length } = settings
      if (consultant_no === 0 || client_no === 0) throw new Refusal('datev_incomplete')
      const documents = await documentsOf(q, tenant_id, organisation_id, date_from, date_to, DOCUMENTS_MAX + 1)
      if (documents.length > DOCUMENTS_MAX) throw new Refusal('too_large')
      const bookings = documents.flatMap((document) => bookingsOf(document, settings))
      const wrong = bookings.find((booking) => refused(booking, account_length))
      if (wrong) throw new Refusal('datev_incomplete', { detail: { document_no: wrong.document_no, rule: refused(wrong, account_length) ?? '' } })
      const bytes = extf({ consultant_no, client_no, account_length, date_from, date_to, made_at: now() }, bookings)
      return { file_name: `EXTF_${date_from}_${date_to}.csv`, bytes: bytes.toString('base64'), bookings: bookings.length }
    })
  },
}
