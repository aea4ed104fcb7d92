// A period's documents as bookings for a tax adviser.
import * as z from 'zod/mini'
import { Refusal } from '../../kit/errors.ts'
import type { Query } from '../../postgres/db.ts'
import { type Booked, type DatevSettings, datevSettingsOf, documentsOf } from './datev.sql.ts'
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

/** One booking for each rate; of a commission what it costs, which the customer is owed. The customer is called as on the document. */
function bookingsOf({ document_no, issued_on, due_on, snapshot }: Booked, settings: DatevSettings): Booking[] {
  const paper = z.decode(Paper, snapshot as z.input<typeof Paper>)
  const customer = paper.is_self_billed ? paper.seller : paper.buyer
  const head = { day: issued_on, due_on, document_no, text: customer.name }
  return paper.taxes
    .filter(({ net, tax }) => net + tax !== 0)
    .map((one) =>
      paper.is_self_billed
        ? { ...head, amount: -(one.net + one.tax), account: settings.receivables, contra: settings.commission }
        : { ...head, amount: one.net + one.tax, account: settings.receivables, contra: accountOf(settings, one) },
    )
}

type Asked = { tenant_id: number; organisation_id: string; date_from: string; date_to: string; made_at: Date }

/** Refused with `datev_incomplete` where numbers are missing or DATEV would refuse a booking, with `too_large`. */
export async function datevOf(q: Query, { tenant_id, organisation_id, date_from, date_to, made_at }: Asked) {
  const settings = await datevSettingsOf(q, tenant_id, organisation_id)
  const { consultant_no, client_no, account_length } = settings
  if (consultant_no === 0 || client_no === 0) throw new Refusal('datev_incomplete')
  const documents = await documentsOf(q, tenant_id, organisation_id, date_from, date_to, DOCUMENTS_MAX + 1)
  if (documents.length > DOCUMENTS_MAX) throw new Refusal('too_large')
  const bookings = documents.flatMap((document) => bookingsOf(document, settings))
  const wrong = bookings.find((booking) => refused(booking, account_length))
  if (wrong) throw new Refusal('datev_incomplete', { detail: { document_no: wrong.document_no, rule: refused(wrong, account_length) ?? '' } })
  const bytes = extf({ consultant_no, client_no, account_length, date_from, date_to, made_at }, bookings)
  const amount = bookings.reduce((sum, booking) => sum + booking.amount, 0)
  return { file_name: `EXTF_${date_from}_${date_to}.csv`, bytes, bookings: bookings.length, amount }
}
