// Makes bookings for a tax adviser from the documents of a period, their settlements and their payments.
import * as z from 'zod/mini'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Booked, type By, customersInOrder, type DatevSettings, datevSettingsOf, documentsOf, type Paid, paidOf } from './datev.sql.ts'
import { type Booking, extf, refused } from './datev.ts'
import { Paper } from './shape.ts'

/** The most documents in one file. An organisation that has more fetches a file for each month. */
const DOCUMENTS_MAX = 20_000
/** The tax rates for which German charts of accounts have accounts of their own, in hundredths of a percent. */
const FULL = 19_00
const REDUCED = 7_00
const HOME = 'DE'

type Tax = Paper['taxes'][number]
type Account =
  | 'revenue_full'
  | 'revenue_reduced'
  | 'revenue_other'
  | 'revenue_reverse'
  | 'revenue_exempt'
  | 'revenue_outside'
  | 'commission'
  | 'bank'
  | 'balances'

/** The account on which a supply is booked. The accounts for the full and for the reduced rate take only supplies taxed in Germany at exactly that rate. */
function accountOf({ category, rate, country = HOME }: Tax): Account {
  if (category !== 'S') return ({ AE: 'revenue_reverse', E: 'revenue_exempt', Z: 'revenue_exempt', O: 'revenue_outside' } as const)[category]
  if (country !== HOME) return 'revenue_other'
  return rate === FULL ? 'revenue_full' : rate === REDUCED ? 'revenue_reduced' : 'revenue_other'
}

/**
 * What a booking says about tax in another country: if the supply is taxed there, the country and the rate; if a customer in another country owes the tax,
 * the customer's VAT id.
 */
const abroadOf = ({ category, rate, country = HOME }: Tax, { buyer, seller }: Paper) => {
  if (category === 'S' && country !== HOME) return { abroad: country, abroad_rate: rate }
  return category === 'AE' && buyer.country !== seller.country ? { abroad: buyer.ustidnr } : {}
}

/** DATEV's tax key for a commission with this tax rate; undefined if the settings have no key for the rate. */
const keyOf = (settings: DatevSettings, rate: number): string | undefined => ({ 0: '', [FULL]: settings.key_full, [REDUCED]: settings.key_reduced })[rate]

type Of = { settings: DatevSettings; debtors: ReadonlyMap<string, string>; date_from: string; date_to: string; by: By }

/**
 * The bookings of a document: one for each tax rate (for a commission, one for the amount owed to the customer), and one for the amount that the balance has
 * settled. All have the customer's name as it is on the document.
 */
function bookingsOf({ document_no, customer_id, issued_on, due_on, date_to, snapshot }: Booked, { settings, debtors, ...of }: Of): Booking[] {
  const paper = z.decode(Paper, snapshot as z.input<typeof Paper>)
  const customer = paper.is_self_billed ? paper.seller : paper.buyer
  const sign = paper.is_self_billed ? -1 : 1
  const account = debtors.get(customer_id) ?? ''
  // A file covers one year. If the file goes by the day of supply, a document that was made in another year is booked on the day of the supply.
  const day = of.by === 'supplied' && issued_on.slice(0, 4) !== of.date_to.slice(0, 4) ? date_to : issued_on
  const head = { account, day, document_no, text: customer.name, due_on: null }
  const taxed = paper.taxes
    .filter(({ net, tax }) => net + tax !== 0)
    .map((one): Booking => {
      const contra_of = paper.is_self_billed ? 'commission' : accountOf(one)
      const key = paper.is_self_billed ? keyOf(settings, one.rate) : ''
      if (key === undefined) throw new Refusal('datev_incomplete', { detail: { document_no, rule: 'commission_rate' } })
      return {
        ...{ ...head, due_on, contra_of, contra: settings[contra_of], key, amount: sign * (one.net + one.tax) },
        // Tax that the issuer owes belongs to the month of the supply. Tax on a commission, which the tax office refunds, belongs to the month of the
        // document.
        ...{ supplied_on: date_to, taxed_on: paper.is_self_billed && issued_on > date_to ? issued_on : date_to },
        ...abroadOf(one, paper),
      }
    })
  const settled = { ...head, contra_of: 'balances', contra: settings.balances, amount: 0 - sign * paper.prepaid }
  return [...taxed, ...(paper.prepaid === 0 ? [] : [settled])]
}

/**
 * A payment received reduces what the customer owes. In a file that goes by the day of making, a payment that was made outside the period is booked on the day
 * when it was recorded.
 */
function paymentOf({ document_no, customer_id, amount, paid_on, noted_on, customer_name }: Paid, { settings, debtors, date_from, date_to, by }: Of): Booking {
  const isWithin = paid_on >= date_from && paid_on <= date_to
  return {
    ...{ account: debtors.get(customer_id) ?? '', contra: settings.bank, contra_of: 'bank', amount: 0 - amount },
    ...{ day: by === 'supplied' || isWithin ? paid_on : noted_on, document_no, text: customer_name, due_on: null },
  }
}

/**
 * The account number of each direct customer of an organisation: the number entered for it, otherwise one counted from the first account number. If two
 * customers have the same number, both are returned.
 */
export async function debtorsOf(q: Query, tenant_id: number, organisation_id: string, { debtors_from, account_length }: DatevSettings) {
  const first = debtors_from || 10 ** account_length
  const customers = await customersInOrder(q, tenant_id, organisation_id)
  return new Map(customers.map(({ customer_id, debtor_no }, i) => [customer_id, debtor_no || String(first + i)]))
}

type BookingPeriod = { tenant_id: number; organisation_id: string; date_from: string; date_to: string; by: By; made_at: Date }

/**
 * Makes the bookings of a period. Refused with `datev_incomplete` if the tax adviser's numbers are missing or DATEV would refuse a booking, and with
 * `too_large` if there are too many documents or payments.
 */
export async function datevOf(q: Query, { made_at, ...asked }: BookingPeriod) {
  const { tenant_id, organisation_id, date_from, date_to } = asked
  const settings = await datevSettingsOf(q, tenant_id, organisation_id)
  const { consultant_no, client_no, account_length } = settings
  if (consultant_no === 0 || client_no === 0) throw new Refusal('datev_incomplete', { detail: { document_no: '', rule: 'numbers' } })
  const documents = await documentsOf(q, asked, DOCUMENTS_MAX + 1)
  const payments = await paidOf(q, asked, DOCUMENTS_MAX + 1)
  if (Math.max(documents.length, payments.length) > DOCUMENTS_MAX) throw new Refusal('too_large')
  const debtors = await debtorsOf(q, tenant_id, organisation_id, settings)
  const of = { ...asked, settings, debtors }
  const bookings = [...documents.flatMap((document) => bookingsOf(document, of)), ...payments.map((payment) => paymentOf(payment, of))]
  refuseWrong(bookings, of, new Set([...documents, ...payments].map(({ customer_id }) => customer_id)))
  const days = [date_from, date_to, ...bookings.map(({ day }) => day)].sort()
  const head = { consultant_no, client_no, account_length, date_from: days[0] ?? date_from, date_to: days.at(-1) ?? date_to, made_at }
  const amount = bookings.reduce((sum, booking) => sum + (booking.supplied_on ? booking.amount : 0), 0)
  return { file_name: `EXTF_${date_from}_${date_to}.csv`, bytes: extf(head, bookings), bookings: bookings.length, amount }
}

function refuseWrong(bookings: readonly Booking[], { settings, debtors }: Of, customers: ReadonlySet<string>): void {
  const all = [...debtors.values()]
  const twice = [...customers].map((id) => debtors.get(id)).find((account) => all.indexOf(account ?? '') !== all.lastIndexOf(account ?? ''))
  for (const booking of bookings) {
    const { document_no, contra_of, account } = booking
    const wrong = refused(booking, settings.account_length) ?? (account === twice ? 'debtor_twice' : undefined)
    if (wrong) throw new Refusal('datev_incomplete', { detail: { document_no, rule: wrong === 'account' ? contra_of : wrong, account } })
  }
}
