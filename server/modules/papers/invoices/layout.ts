// The layout of a document. One structure serves all six kinds, and both the browser and the PDF draw it. Figures are in German format in every language.

import { parts } from '../../../../contract/kit/cents.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { paymentCode } from '../../../../contract/kit/payment-code.ts'
import type { Drawing } from '../../../../contract/papers/invoices.ts'
import type { Paper } from './shape.ts'
import { titleOf, words } from './words.ts'

type Line = Paper['lines'][number]
type Words = (typeof words)['en']
type Column = { name: keyof Words['columns']; isNumber?: true; text: (line: Line) => string }

const EURO = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
export const euro = (amount: Money) => EURO.format(amount / 10_000)
const percent = (hundredths: number) => `${new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }).format(hundredths / 100)} %`
export const date = (day: string) => day.split('-').reverse().join('.')

const product: Column = { name: 'product', text: ({ product_name, serial_end }) => (serial_end ? `${product_name} …${serial_end}` : product_name) }
const value: Column = { name: 'value', isNumber: true, text: (line) => euro(line.value) }
const quantity: Column = { name: 'quantity', isNumber: true, text: (line) => String(line.quantity) }
const discount: Column = { name: 'discount', isNumber: true, text: (line) => percent(line.discount) }
const net: Column = { name: 'net', isNumber: true, text: (line) => euro(line.net) }
const face: Column = { name: 'face', isNumber: true, text: (line) => euro(line.face_total) }
const paid: Column = { name: 'paid', isNumber: true, text: (line) => euro(line.amount_total) }
const commission: Column = { name: 'commission', isNumber: true, text: (line) => euro(line.net) }
const sold: Column = { name: 'sold', text: ({ sold_on }) => (sold_on ? date(sold_on) : '') }
const refunded: Column = { name: 'refunded', text: ({ refunded_on }) => (refunded_on ? date(refunded_on) : '') }
const original: Column = { name: 'original', text: ({ original_no }) => original_no }

const columns: Record<Paper['kind'], readonly Column[]> = {
  net: [product, value, quantity, discount, net],
  gross: [product, value, quantity, face, discount, paid],
  credit_note: [product, value, quantity, face, commission],
  reclamation: [product, sold, refunded, value, quantity, net],
  gross_reclamation: [product, sold, refunded, value, quantity, face, paid],
  combined: [product, original, value, quantity, discount, net],
}
const isGross = (kind: Paper['kind']) => kind === 'gross' || kind === 'gross_reclamation'

/** The lines with face values and prices rounded to whole cents, so that they add up to the sums printed below them. */
function inCents({ lines, taxes }: Paper): readonly Line[] {
  const faces = parts(lines.map(({ face_total }) => face_total))
  const paid = new Map<Line, Money>()
  for (const { rate, net: n, tax } of taxes) {
    const own = lines.filter((line) => line.rate === rate)
    const shown = parts(own.map(({ amount_total }) => amount_total))
    // The total may have been rounded together with earlier documents, so it may differ by a cent from the sum of the lines. The last line is adjusted by
    // this difference.
    const left = n + tax - shown.reduce((sum, amount) => sum + amount, 0)
    for (const [i, line] of own.entries()) paid.set(line, (shown[i] ?? 0) + (i === own.length - 1 ? left : 0))
  }
  return lines.map((line, i) => ({ ...line, face_total: faces[i] ?? 0, amount_total: paid.get(line) ?? 0 }))
}

/** Everything that is drawn of a document except its logo. */
export function drawingOf(paper: Paper, document_no: string): Omit<Drawing, 'logo'> {
  const t = words[paper.language]
  const { kind, seller, buyer } = paper
  const lines = inCents(paper)
  const shown = columns[kind]
  // The party that pays a commission makes its document and sends it to the party that earned the commission.
  const [sender, recipient] = paper.is_self_billed ? [buyer, seller] : [seller, buyer]
  const blocks = (['sales', 'refunds'] as const).map((block) => ({
    title: t.blocks[block],
    rows: lines.filter((line) => line.block === block).map((line) => shown.map(({ text }) => text(line))),
  }))
  return {
    ...{ title: titleOf(paper.language, paper), number: document_no },
    sender: [sender.name, sender.address, `${sender.postal} ${sender.city}`].join(' · '),
    recipient: [recipient.name, recipient.address, `${recipient.postal} ${recipient.city}`, recipient.country],
    facts: factsOf(paper, document_no, t),
    columns: shown.map(({ name, isNumber = false }) => ({ label: t.columns[name], isNumber })),
    blocks: blocks.filter(({ rows }) => rows.length > 0),
    sums: sumsOf(paper, t),
    notes: notesOf(paper, t),
    ...codeOf(paper, document_no, t),
    foot: footOf(paper, t),
  }
}

function factsOf(paper: Paper, document_no: string, t: Words): Drawing['facts'] {
  const { seller, buyer, originals, category } = paper
  const names = originals.map((one) => `${one.document_no} (${date(one.issued_on)})`)
  // A document outside VAT states no VAT id, neither of the seller nor of the buyer.
  const vat = category === 'O' ? [] : [seller, buyer].map(({ name, ustidnr }) => ({ label: `${t.vatId} ${name}`, value: ustidnr }))
  const facts = [
    { label: t.number, value: document_no },
    { label: t.issued, value: date(paper.issued_on) },
    { label: t.period, value: `${date(paper.date_from)} – ${date(paper.date_to)}` },
    { label: t.corrects, value: names.join(', ') },
    { label: t.reference, value: paper.buyer_reference },
    ...vat,
    ...[seller, buyer].map(({ name, siren = '' }) => ({ label: `SIREN ${name}`, value: siren })),
    { label: t.operation, value: paper.operation_kind ? t.operations[paper.operation_kind] : '' },
    { label: t.taxNo, value: seller.stnr },
    { label: t.due, value: paper.due_on ? date(paper.due_on) : '' },
  ]
  return facts.filter(({ value }) => value !== '')
}

function sumsOf({ kind, face_total, net, total, taxes, prepaid, due }: Paper, t: Words): Drawing['sums'] {
  const sum = (label: string, amount: Money, isTotal = false) => ({ label, value: euro(amount), isTotal })
  const taxed = taxes.filter(({ rate }) => rate > 0).map(({ rate, tax }) => sum(`${t.tax} ${percent(rate)}`, tax))
  const gross = isGross(kind) ? [sum(t.face, face_total), sum(t.less, total - face_total)] : []
  const settled = prepaid === 0 ? [] : [sum(t.prepaid, -prepaid)]
  return [...gross, sum(t.netTotal, net), ...taxed, sum(t.total, total, true), ...settled, sum(t.toPay, due, true)]
}

function notesOf({ category, footer, vat_on_debits }: Paper, t: Words): string[] {
  const law = { S: '', Z: '', AE: t.reverse, E: t.exempt, O: t.outside }[category]
  return [law, vat_on_debits ? t.onDebits : '', footer].filter((note) => note !== '')
}

/** The payment code, from which a phone fills in the transfer of what is still to be paid, with the document's number as the reference. */
function codeOf({ payment_code, seller, due }: Paper, document_no: string, t: Words): Pick<Drawing, 'payment_code'> {
  const text = payment_code && paymentCode({ ...seller, amount: due, reference: document_no })
  return text ? { payment_code: { text, label: t.scan } } : {}
}

function footOf({ seller }: Paper, t: Words): string[] {
  const { name, address, postal, city, country, contact_phone, contact_email, bank_name, iban, bic, hrb, director } = seller
  const bank = iban === '' ? '' : [`${t.bank}: ${bank_name}`.replace(/: $/, ':'), iban, bic].filter((part) => part !== '').join(' ')
  return [
    [name, address, `${postal} ${city}`, country].join(', '),
    [contact_phone, contact_email].filter((part) => part !== '').join(' · '),
    bank,
    [hrb && `${t.register}: ${hrb}`, director && `${t.director}: ${director}`].filter((part) => part !== '').join(' · '),
  ].filter((part) => part !== '')
}
