// Live sales of each tax treatment: how they appear on the customer's documents, in the e-invoice and in the file for DATEV.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { delivered, liveGoods } from '../../../test/holds.ts'
import { catalogueProduct } from '../../../test/online.ts'
import { fileWorld } from '../../../test/world.ts'
import { ciiOf } from './cii.ts'
import { eInvoice } from './en16931.ts'
import { readExtf } from './fixtures/extf-read.ts'
import { billed, completeParties } from './fixtures/lines.ts'
import { remarksOn } from './fixtures/official.ts'
import { Paper } from './shape.ts'

const w = await fileWorld()
await completeParties(w)
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const [nord, shop] = [await w.signIn('nord'), await w.signIn('kiosque')]

/** Sells a new product that has this tax treatment, for 9.90. */
async function soldAs(tax: object) {
  const { connection_id, live_product_id } = await catalogueProduct(w)
  expect(await platform.calls.liveProductsUpdate({ live_product_ids: [live_product_id], is_on: true, ...tax })).toMatchObject({ state: 'done' })
  const [product] = (await platform.calls.liveProductsList({ filters: { live_product_id } })).content
  const live = await liveGoods(w, shop)
  const asked = live.asked({ configuration_id: product?.configuration_id ?? '', supplier_id: connection_id, cost: 9 * EURO })
  expect(await w.services.money.hold(asked)).toMatchObject({ code: 'held' })
  await w.services.money.post(1, asked.key, delivered(w, asked.key))
}

test('live sales of each tax treatment become a document with the treatment’s category, rate, net and reason; it passes the published rules and is booked on the treatment’s own account', async () => {
  const today = berlinDay(w.clock.now())
  const period = { date_from: today, date_to: today }
  // The shop's earlier purchases are billed first, so that the documents below contain only the live sales.
  await billed(w, nord, [shop.customer_id], period)
  for (const tax of [
    {},
    { vat_treatment: 'single_purpose_voucher', vat_rate: 1_900, vat_country: 'DE' },
    { vat_treatment: 'single_purpose_voucher', vat_rate: 700, vat_country: 'DE' },
    { vat_treatment: 'single_purpose_voucher', vat_rate: 0, vat_country: 'DE' },
    { vat_treatment: 'telecom_service', vat_country: 'DE' },
    { vat_treatment: 'telecom_service', vat_rate: 1_900, vat_country: 'DE' },
    { vat_treatment: 'exempt' },
  ])
    await soldAs(tax)
  const [result] = await billed(w, nord, [shop.customer_id], period)
  expect(result).toMatchObject({ problem: null, left: [] })
  const made = await rowsOf<{ snapshot: z.input<typeof Paper>; document_no: string }>(
    w,
    `select d.snapshot, i.document_no from documents d join invoices i on i.tenant_id = 1 and i.id = d.id where d.tenant_id = 1 and d.id = any ($1)`,
    [result?.documents.map(({ invoice_id }) => invoice_id)],
  )
  const told = made.map(({ snapshot, document_no }) => {
    const invoice = eInvoice(z.decode(Paper, snapshot), document_no)
    for (const rules of ['en16931', 'xrechnung'] as const) expect(remarksOn(ciiOf(invoice, 'xrechnung'), rules).codes).toEqual([])
    return invoice.taxes.map(({ category, rate, net, tax, reason_code }) => [category, rate, net, tax, reason_code])
  })
  const cents = (amount: number) => amount * 100
  expect(told.sort()).toEqual([
    [['AE', 0, cents(990), 0, 'VATEX-EU-AE']],
    [['E', 0, cents(990), 0, '']],
    [['O', 0, cents(990), 0, 'VATEX-EU-O']],
    [
      ['S', 1_900, cents(1_664), cents(316), ''],
      ['S', 700, cents(925), cents(65), ''],
    ],
    [['Z', 0, cents(990), 0, '']],
  ])
  await nord.calls.datevSettingsUpdate({ consultant_no: 1001, client_no: 7 })
  const { rows } = readExtf(Buffer.from((await nord.calls.datevFile(period)).bytes, 'base64'))
  const numbers = made.map(({ document_no }) => document_no)
  const booked = rows.filter(({ contra, document }) => contra !== '1710' && numbers.includes(document))
  expect(booked.map((row) => `${row.contra} ${row.cents}`).sort()).toEqual(['1590 990', '8100 990', '8100 990', '8300 990', '8337 990', '8400 1980'])
  expect(await wrongs(w)).toEqual([])
})
