// The content of a slip in its customer's language. The browser's print and a slip printer both print the same list of parts.
import { saleCode } from '../../../contract/kit/sale-code.ts'
import type { Pin, Sale } from '../../../contract/till/selling.ts'
import type { Messages } from '../../i18n/catalogue.ts'
import * as format from '../base/format.ts'
import type { Page, Part } from '../printers/parts.ts'
import { dialOf } from './dial.ts'
import { pinGroups } from './pin-groups.ts'

export type Words = (word: keyof Messages['printers']['slip'], values?: Record<string, string>) => string

/** The most cards on one slip that still get a QR code each, because with thirty codes the slip would be a metre longer. */
const DIALLED_MAX = 3

/** Returns the pages of a slip: one page per card, or for a basket (or if `merged` is set) a single page that names the shop once. */
export function slipPages(sales: readonly Sale[], merged: boolean, t: Words): Page[] {
  const [sale] = sales
  if (!sale) return []
  const isOne = sales.length > 1 || (merged && sale.pins.length > 1)
  return isOne ? [mergedPage(sales, sale, t)] : sale.pins.map((pin, index) => cardPage(sale, pin, index, t))
}

/** The page of one card. */
function cardPage(sale: Sale, pin: Pin, index: number, t: Words): Page {
  return [
    ...head(sale),
    ...training(sale, t),
    ...when(sale.copy > 0, centred(t('copy', { number: String(sale.copy) }), 'value')),
    centred(nameOf(sale), 'bold'),
    centred(format.printable(format.money(sale.value)), 'value'),
    centred(t('pin'), 'small'),
    { is: 'pin', text: pinGroups(pin.pin) },
    ...dial(sale, pin, t),
    ...factsOf(pin, t).map(small),
    ...redeeming(sale, t),
    { is: 'line' },
    { is: 'ends', left: format.printable(format.dateTime(sale.created_at)), right: cardOf(index + 1, sale.pins.length, t), look: 'small' },
    ...numbers(sale, t),
    soldBy(sale, t),
    centred(t('voucher'), 'small'),
    ...training(sale, t),
  ]
}

/** The page of several cards on one slip: shop and footer once, a block per card to cut off, and the instructions once per product. */
function mergedPage(sales: readonly Sale[], first: Sale, t: Words): Page {
  const count = sales.reduce((sum, { pins }) => sum + pins.length, 0)
  const total = sales.reduce((sum, { face_total }) => sum + face_total, 0)
  let number = 0
  return [
    ...head(first),
    ...sales.flatMap((sale) => [
      ...sale.pins.flatMap((pin) => {
        number += 1
        return mergedCard(sale, pin, number, count, t)
      }),
      ...redeeming(sale, t),
      ...numbers(sale, t),
    ]),
    { is: 'line' },
    { is: 'ends', left: format.printable(format.dateTime(first.created_at)), right: format.printable(format.money(total)), look: 'small' },
    soldBy(first, t),
    centred(t('voucher'), 'small'),
  ]
}

/** The block of one card on a slip with several cards. As the block is cut off, it states by itself that it is a copy or a practice sale. */
function mergedCard(sale: Sale, pin: Pin, number: number, count: number, t: Words): Part[] {
  return [
    ...when(number > 1, { is: 'cut', text: t('cut'), tight: true }),
    ...training(sale, t, true),
    ...when(sale.copy > 0, { is: 'text', text: t('copy', { number: String(sale.copy) }), look: 'bold' }),
    { is: 'ends', left: nameOf(sale), right: format.printable(format.money(sale.value)), look: 'bold' },
    { is: 'pin', text: pinGroups(pin.pin), tight: true },
    ...(count <= DIALLED_MAX ? dial(sale, pin, t) : []),
    small([cardOf(number, count, t), ...factsOf(pin, t)].join(' · ')),
  ]
}

const when = (is: boolean, part: Part): Part[] => (is ? [part] : [])
const small = (text: string): Part => ({ is: 'text', text, look: 'small' })
const centred = (text: string, look: 'bold' | 'small' | 'value'): Part => ({ is: 'text', text, look, centred: true })

const nameOf = ({ product_name, info }: Sale) => [product_name, info].filter(Boolean).join(' ')
const cardOf = (number: number, count: number, t: Words) => t('card', { number: String(number), count: String(count) })
const soldBy = ({ username, organisation_name }: Sale, t: Words) => small(t('sold_by', { name: username, organisation: organisation_name }))

/** The lines with the sale's number and with its short code, which can be read out over the telephone. */
function numbers({ sale_id, training_no }: Sale, t: Words): Part[] {
  const code = training_no === null ? saleCode(sale_id) : undefined
  return [small(t('transaction', { id: sale_id })), ...(code ? [small(t('code', { code }))] : [])]
}

function head({ seller }: Sale): Part[] {
  return [centred(seller.name, 'bold'), centred([seller.address, seller.city].filter(Boolean).join(', '), 'small'), { is: 'line' }]
}

/** The note above and below a practice sale, so that no part that is torn off looks like a real card. */
const training = ({ training_no }: Sale, t: Words, tight?: true): Part[] =>
  training_no ? [{ is: 'mark', text: t('training', { number: training_no }), ...(tight && { tight }) }] : []

const factsOf = (pin: Pin, t: Words): string[] =>
  [t('serial', { serial: pin.serial }), pin.batch && t('lot', { lot: pin.batch }), pin.expires_on && t('expires', { day: format.day(pin.expires_on) })].flatMap(
    (fact) => fact || [],
  )

const redeeming = ({ instructions, customer_care }: Sale, t: Words): Part[] => [
  ...when(instructions !== '', small(instructions)),
  ...when(customer_care !== '', small(t('care', { phone: customer_care }))),
]

function dial({ instructions }: Sale, { pin }: Pin, t: Words): Part[] {
  const dials = dialOf(instructions, pin)
  return dials ? [{ is: 'dial', dials, label: t('dial') }] : []
}
