// A document in the model of EN 16931, and those rules of the standard that our documents could break, written as data (docs/domain.md, E-invoices).

import type { Money } from '../../../../contract/kit/money.ts'
import type { invoiceProblems } from '../../../../contract/papers/invoices.ts'
import type { Paper, Party } from './shape.ts'

type Problem = (typeof invoiceProblems)[number]

export type EInvoice = {
  number: string
  type_code: Paper['type_code']
  issued_on: string
  due_on: string | null
  date_from: string
  date_to: string
  buyer_reference: string
  operation_kind?: Paper['operation_kind']
  vat_on_debits?: boolean | undefined
  notes: readonly string[]
  seller: EParty
  buyer: EParty
  /** The account to pay to; undefined if the balance has already paid the document. */
  account: { iban: string; bic: string; name: string } | undefined
  preceding: readonly { number: string; issued_on: string }[]
  lines: readonly ELine[]
  taxes: readonly ETax[]
  net: Money
  tax: Money
  total: Money
  prepaid: Money
  due: Money
}
type ELine = {
  name: string
  note: string
  quantity: number
  /** The unit price in ten-billionths of a euro. */
  unit: bigint
  net: Money
  category: Paper['category']
  rate: number
}
type ETax = Paper['taxes'][number] & { reason: string; reason_code: string }
type EParty = Pick<Party, 'name' | 'address' | 'postal' | 'city' | 'country' | 'contact_name' | 'contact_phone' | 'contact_email'> & {
  vat_id: string
  tax_no: string
  register_no: string
  /** The SIREN of a French party, which takes the place of its number in a commercial register. */
  siren: string
}

/** How many ten-billionths of a euro are one ten-thousandth. */
const UNIT = 1_000_000n

/** Why a document charges no tax, as a text for a tax office and as a code (VATEX). */
const reasons: Record<Paper['category'], readonly [reason: string, code: string]> = {
  S: ['', ''],
  Z: ['', ''],
  AE: ['Steuerschuldnerschaft des Leistungsempfängers / Reverse charge', 'VATEX-EU-AE'],
  E: ['Steuerfrei / VAT exempt', ''],
  O: ['Nicht steuerbar: Mehrzweckgutschein / Not subject to VAT: multi-purpose voucher', 'VATEX-EU-O'],
}

export function eInvoice(paper: Paper, document_no: string): EInvoice {
  const { seller, buyer, taxes, lines, originals, category } = paper
  const earlier = originals.length > 1 ? [`Korrigiert / corrects: ${originals.map(({ document_no: no }) => no).join(', ')}`] : []
  return {
    ...paper,
    number: document_no,
    buyer_reference: paper.buyer_reference || document_no,
    notes: [...earlier, ...(paper.is_self_billed ? ['Gutschrift / self-billed invoice'] : []), ...(paper.footer ? [paper.footer] : [])],
    seller: partyOf(seller, category),
    buyer: partyOf(buyer, category),
    account: paper.due > 0 && seller.iban ? { iban: seller.iban, bic: seller.bic, name: seller.name } : undefined,
    // XRechnung has room for only one reference to an earlier document, so notes name them if there are several.
    preceding: originals.length === 1 ? originals.map(({ document_no: number, issued_on }) => ({ number, issued_on })) : [],
    lines: lines.map(({ product_name, quantity, net, rate, original_no, ...line }) => ({
      ...{ name: product_name, quantity, net, rate, category: line.category },
      note: original_no,
      // The unit price is the net of the line divided by its quantity, so that the two agree in spite of rounding.
      unit: quantity === 0 ? 0n : (BigInt(net) * UNIT) / BigInt(quantity),
    })),
    taxes: taxes.map((tax) => ({ ...tax, reason: reasons[tax.category][0], reason_code: reasons[tax.category][1] })),
  }
}

/** A document outside VAT states no VAT id, neither of the seller nor of the buyer. */
const partyOf = ({ ustidnr, stnr, hrb, siren = '', ...party }: Party, category: Paper['category']): EParty => ({
  ...party,
  vat_id: category === 'O' ? '' : ustidnr,
  tax_no: stnr,
  register_no: hrb,
  siren,
})

type Rule = {
  /** The rule's code in the standard. A code that begins with OWN is a rule of ours. */
  code: string
  /** True if only German authorities require the rule, beyond the standard. A document that breaks it can be made, but not as XRechnung. */
  isXRechnung?: true
  problem: Problem
  holds: (invoice: EInvoice) => boolean
}

const has = ({ lines, taxes }: EInvoice, category: Paper['category']) => [...lines, ...taxes].some((one) => one.category === category)
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
const isTaxed = (invoice: EInvoice) => (['S', 'Z', 'E', 'AE'] as const).some((category) => has(invoice, category))
const isCorrection = ({ type_code }: EInvoice) => type_code === '384'
/**
 * How far rounding may move a tax from its net times the rate, in ten-thousandths of a euro. It is two cents, because a correction also makes up for the
 * rounding of earlier corrections.
 */
const TWO_CENTS = 200
const PERCENT = 10_000

/** A mail address has one @, with at least two characters on each side. */
const MAIL = /^[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]$/

export const rules: readonly Rule[] = [
  { code: 'BR-16', problem: 'nothing', holds: ({ lines }) => lines.length > 0 },
  { code: 'BR-06', problem: 'issuer_incomplete', holds: ({ seller }) => seller.name !== '' },
  { code: 'BR-07', problem: 'customer_incomplete', holds: ({ buyer }) => buyer.name !== '' },
  { code: 'BR-09', problem: 'issuer_incomplete', holds: ({ seller }) => seller.country !== '' },
  { code: 'BR-11', problem: 'customer_incomplete', holds: ({ buyer }) => buyer.country !== '' },
  { code: 'BR-DE-3', problem: 'issuer_incomplete', holds: ({ seller }) => seller.city !== '' },
  { code: 'BR-DE-4', problem: 'issuer_incomplete', holds: ({ seller }) => seller.postal !== '' },
  { code: 'BR-DE-8', problem: 'customer_incomplete', holds: ({ buyer }) => buyer.city !== '' },
  { code: 'BR-DE-9', problem: 'customer_incomplete', holds: ({ buyer }) => buyer.postal !== '' },
  { code: 'BR-S-02', problem: 'issuer_incomplete', holds: (one) => !isTaxed(one) || one.seller.vat_id !== '' || one.seller.tax_no !== '' },
  {
    code: 'BR-CO-26',
    problem: 'issuer_incomplete',
    holds: ({ seller }) => [seller.vat_id, seller.tax_no, seller.register_no, seller.siren].some((no) => no !== ''),
  },
  { code: 'BR-AE-02', problem: 'issuer_vat_id_missing', holds: (one) => !has(one, 'AE') || one.seller.vat_id !== '' },
  { code: 'BR-AE-02', problem: 'customer_vat_id_missing', holds: (one) => !has(one, 'AE') || one.buyer.vat_id !== '' },
  { code: 'BR-CO-09', problem: 'failed', holds: ({ seller, buyer }) => [seller, buyer].every(({ vat_id }) => vat_id === '' || /^[A-Z]{2}/.test(vat_id)) },
  { code: 'BR-O-02', problem: 'failed', holds: (one) => !has(one, 'O') || one.seller.vat_id + one.buyer.vat_id === '' },
  { code: 'BR-O-11', problem: 'failed', holds: (one) => !has(one, 'O') || one.taxes.every(({ category }) => category === 'O') },
  { code: 'BR-O-12', problem: 'failed', holds: (one) => !has(one, 'O') || one.lines.every(({ category }) => category === 'O') },
  { code: 'BR-27', problem: 'failed', holds: ({ lines }) => lines.every(({ unit }) => unit >= 0n) },
  { code: 'BR-CO-10', problem: 'failed', holds: ({ lines, net }) => sum(lines.map((line) => line.net)) === net },
  { code: 'BR-CO-13', problem: 'failed', holds: ({ taxes, net }) => sum(taxes.map((tax) => tax.net)) === net },
  { code: 'BR-CO-14', problem: 'failed', holds: ({ taxes, tax }) => sum(taxes.map((one) => one.tax)) === tax },
  { code: 'BR-CO-15', problem: 'failed', holds: ({ net, tax, total }) => net + tax === total },
  { code: 'BR-CO-16', problem: 'failed', holds: ({ total, prepaid, due }) => total - prepaid === due },
  {
    code: 'BR-CO-17',
    problem: 'failed',
    holds: ({ taxes }) => taxes.every(({ net, tax, rate }) => Math.abs(tax - (net * rate) / PERCENT) <= TWO_CENTS),
  },
  { code: 'BR-CO-25', problem: 'failed', holds: ({ due, due_on }) => due <= 0 || due_on !== null },
  { code: 'BR-DE-26', problem: 'failed', holds: (one) => !isCorrection(one) || one.preceding.length > 0 },
  // Not every line of a correction is negative: if a document contained refunds, its cancellation has positive lines for them.
  { code: 'OWN-1', problem: 'failed', holds: (one) => !isCorrection(one) || one.lines.some(({ quantity }) => quantity < 0) },
  { code: 'OWN-2', problem: 'failed', holds: ({ type_code, lines }) => type_code !== '389' || lines.every(({ quantity }) => quantity > 0) },
  { code: 'BR-DE-5', isXRechnung: true, problem: 'issuer_incomplete', holds: ({ seller }) => seller.contact_name !== '' },
  { code: 'BR-DE-6', isXRechnung: true, problem: 'issuer_incomplete', holds: ({ seller }) => seller.contact_phone !== '' },
  { code: 'BR-DE-27', isXRechnung: true, problem: 'issuer_incomplete', holds: ({ seller }) => /\d.*\d.*\d/.test(seller.contact_phone) },
  { code: 'BR-DE-7', isXRechnung: true, problem: 'issuer_incomplete', holds: ({ seller }) => seller.contact_email !== '' },
  { code: 'BR-DE-28', isXRechnung: true, problem: 'issuer_incomplete', holds: ({ seller }) => MAIL.test(seller.contact_email) },
  { code: 'BR-DE-15', isXRechnung: true, problem: 'failed', holds: ({ buyer_reference }) => buyer_reference !== '' },
  { code: 'PEPPOL-EN16931-R010', isXRechnung: true, problem: 'customer_incomplete', holds: ({ buyer }) => addressOf(buyer) !== undefined },
  { code: 'BR-DE-23-a', isXRechnung: true, problem: 'issuer_incomplete', holds: ({ due, account }) => due <= 0 || account !== undefined },
]

/** The electronic address of a party is its mail address; undefined if that is not valid. */
export const addressOf = ({ contact_email }: Pick<EParty, 'contact_email'>) => (MAIL.test(contact_email) ? contact_email : undefined)

/** The rules that a document breaks. The rules that only XRechnung has count only if `xrechnung` is set. */
export const broken = (invoice: EInvoice, { xrechnung = false } = {}): readonly Rule[] =>
  rules.filter(({ isXRechnung, holds }) => (xrechnung || !isXRechnung) && !holds(invoice))
