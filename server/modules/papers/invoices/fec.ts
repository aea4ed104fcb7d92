// Writes the documents, settlements and payments of a year as the file of bookings that French tax offices ask for (docs/domain.md, FEC).
import * as z from 'zod/mini'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { parties } from './billing.sql.ts'
import { debtorsOf } from './bookings.ts'
import { latin9 } from './code-pages.ts'
import { type Booked, datevSettingsOf, documentsOf, type Paid, paidOf } from './datev.sql.ts'
import { Paper } from './shape.ts'

/** The most documents that one file may contain. */
const MOST = 20_000

export const fecColumns = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum', 'CompAuxLib', 'PieceRef', 'PieceDate'],
  ...['EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet', 'ValidDate', 'Montantdevise', 'Idevise'],
]

/** The accounts that the file uses, from the chart of accounts that French law prescribes for all businesses. */
const accounts = {
  customers: ['411000', 'Clients'],
  goods: ['707000', 'Ventes de marchandises'],
  services: ['706000', 'Prestations de services'],
  mixed: ['706000', 'Prestations de services'],
  outside: ['467000', 'Bons à usages multiples'],
  collected: ['445710', 'TVA collectée'],
  commission: ['622200', 'Commissions sur ventes'],
  deductible: ['445660', 'TVA déductible'],
  bank: ['512000', 'Banque'],
  balances: ['419100', 'Avances et acomptes reçus'],
} as const
const journals = { VE: 'Ventes', AC: 'Achats', OD: 'Opérations diverses', BQ: 'Banque' } as const

/** A line of an entry. `amount`: in ten-thousandths of a euro, but always a whole number of cents; positive is debit, negative is credit. */
type Line = { account: keyof typeof accounts; amount: number }
type Entry = { journal: keyof typeof journals; day: string; piece: string; piece_day: string; text: string; customer: string; debtor: string; lines: Line[] }

type Of = { debtors: ReadonlyMap<string, string> }

/** The entries of a document: one of the document itself, and one of its settlement from the balance. */
function entriesOf({ document_no, customer_id, issued_on, snapshot }: Booked, { debtors }: Of): Entry[] {
  const paper = z.decode(Paper, snapshot as z.input<typeof Paper>)
  const { is_self_billed, taxes, total, prepaid, operation_kind = 'services' } = paper
  const customer = is_self_billed ? paper.seller.name : paper.buyer.name
  const head = { day: issued_on, piece: document_no, piece_day: issued_on, customer, debtor: debtors.get(customer_id) ?? '' }
  const sign = is_self_billed ? -1 : 1
  const parts = taxes.flatMap(({ category, net, tax }): Line[] => [
    { account: is_self_billed ? 'commission' : category === 'O' ? 'outside' : operation_kind, amount: 0 - sign * net },
    { account: is_self_billed ? 'deductible' : 'collected', amount: 0 - sign * tax },
  ])
  const made: Entry = {
    ...head,
    journal: is_self_billed ? 'AC' : 'VE',
    text: `${document_no} ${customer}`,
    lines: [{ account: 'customers', amount: sign * total }, ...parts],
  }
  const settled: Entry = {
    ...{ ...head, journal: 'OD', text: `Solde ${document_no} ${customer}` },
    lines: [
      { account: 'balances', amount: sign * prepaid },
      { account: 'customers', amount: 0 - sign * prepaid },
    ],
  }
  return [made, settled]
}

const paymentOf = ({ document_no, customer_id, amount, paid_on, noted_on, customer_name }: Paid, { debtors }: Of): Entry => ({
  ...{ journal: 'BQ', day: noted_on, piece: document_no, piece_day: paid_on, text: `Règlement ${document_no} ${customer_name}` },
  ...{ customer: customer_name, debtor: debtors.get(customer_id) ?? '' },
  lines: [
    { account: 'bank', amount },
    { account: 'customers', amount: 0 - amount },
  ],
})

const compact = (day: string) => day.replaceAll('-', '')
const euro = (amount: number) => `${Math.floor(amount / 10_000)},${String(Math.floor(amount / 100) % 100).padStart(2, '0')}`
const plain = (text: string) => text.replace(/[\p{Cc}|]+/gu, ' ').trim()

const rowsOf = ({ journal, day, piece, piece_day, text, customer, debtor, lines }: Entry, number: number) =>
  lines.map(({ account, amount }) => {
    const [no, name] = accounts[account]
    const [auxiliary, of] = account === 'customers' ? [`C${debtor}`, plain(customer)] : ['', '']
    return [
      ...[journal, journals[journal], String(number), compact(day), no, name, auxiliary, of, piece, compact(piece_day), plain(text)],
      ...[euro(Math.max(amount, 0)), euro(Math.max(0 - amount, 0)), '', '', compact(day), '', ''],
    ]
  })

type FecPeriod = { tenant_id: number; organisation_id: string; date_from: string; date_to: string }

/**
 * Makes the file's entries. They are numbered from the beginning of the year, so that files about parts of a year continue each other. Refused with
 * `datev_incomplete` if the issuer has no SIREN, and with `too_large` if there are too many documents or payments.
 */
export async function fecOf(q: Query, { tenant_id, organisation_id, date_from, date_to }: FecPeriod) {
  const [issuer] = await parties(q, tenant_id, [organisation_id])
  if (!issuer?.siren) throw new Refusal('datev_incomplete', { detail: { document_no: '', rule: 'siren' } })
  const year = date_from.slice(0, 4)
  const asked = { tenant_id, organisation_id, date_from: `${year}-01-01`, date_to, by: 'issued' as const }
  const documents = await documentsOf(q, asked, MOST + 1)
  const payments = await paidOf(q, asked, MOST + 1)
  if (Math.max(documents.length, payments.length) > MOST) throw new Refusal('too_large')
  const of = { debtors: await debtorsOf(q, tenant_id, organisation_id, await datevSettingsOf(q, tenant_id, organisation_id)) }
  const entries = [...documents.flatMap((document) => entriesOf(document, of)), ...payments.map((payment) => paymentOf(payment, of))]
    .map((entry) => ({ ...entry, lines: entry.lines.filter(({ amount }) => amount !== 0) }))
    .filter(({ lines }) => lines.length > 0)
    // Sorts the entries by day; entries of the same day keep their order.
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const numbered = entries.map((entry, i) => ({ entry, number: i + 1 })).filter(({ entry }) => entry.day >= date_from)
  const rows = [fecColumns, ...numbered.flatMap(({ entry, number }) => rowsOf(entry, number))]
  const bytes = latin9(`${rows.map((cells) => cells.join('\t')).join('\r\n')}\r\n`)
  return { file_name: `${issuer.siren}FEC${year}1231.txt`, bytes, entries: numbered.length }
}
