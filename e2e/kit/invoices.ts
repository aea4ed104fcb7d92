// Makes invoices that are still to be paid.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { berlinDay } from '../../web/kit/base/format.ts'
import { callsAs } from './calls.ts'
import { newGoods } from './goods.ts'
import { pinFile, stocked } from './pins.ts'
import { type Shop, sellBy } from './shop.ts'

const DAY_MS = 86_400_000

/** Invoices a shop that pays by transfer for one card that it sold; returns the invoice. */
export async function billed(page: Page, { customer_id, username }: Shop) {
  const nord = await callsAs('nord')
  await nord.invoiceTermsUpdate({ customer_id, pays_later: true })
  const { configuration_ids } = await newGoods(page, 'cash_card', { customer_id })
  const [configuration_id = ''] = configuration_ids
  await stocked(page, configuration_id, pinFile(1))
  await sellBy(await callsAs(username), configuration_id)
  const day = (ago: number) => berlinDay(new Date(Date.now() - ago * DAY_MS))
  await nord.invoicesGenerate({ customer_ids: [customer_id], date_from: day(30), date_to: day(0) })
  const open = async () => (await nord.invoicesList({ filters: { customer_id } })).content.find((one) => one.open > 0)
  await expect.poll(async () => (await open())?.document_no, { timeout: 30_000 }).toBeTruthy()
  const found = await open()
  if (!found) throw new Error('the shop has no open invoice')
  return found
}
