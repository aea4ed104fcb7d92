// A booking and a sale in the ledger of the shop and in that of its reseller's customer; the stock that went that day.
import { expect } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { shoot, test } from '../kit/browser.ts'
import { beforeTheApp, callsOn } from '../kit/calls.ts'
import { newGoods } from '../kit/goods.ts'
import { pinFile, stocked } from '../kit/pins.ts'
import { t } from '../kit/texts.ts'

test('what is booked and sold stands in both ledgers, which add up, and leaves the stock of that day', async ({ newPage }) => {
  const office = await newPage({ as: 'nord' })
  await beforeTheApp(office)
  const nord = callsOn(office)
  const customer_id = (await nord.customerSearch({ search_text: 'kiosque' })).content[0]?.customer_id ?? ''
  const { configuration_ids, name } = await newGoods(office, 'cash_card', { euros: [10], customer_id })
  const [configuration_id = ''] = configuration_ids
  await stocked(office, configuration_id, pinFile(8))
  await nord.walletChange({ transaction_key: (await nord.transactionKey({})).transaction_key, customer_id, amount: 123 * EURO })

  const shop = await newPage({ as: 'kiosque' })
  await beforeTheApp(shop)
  const till = callsOn(shop)
  await till.sell({ transaction_key: (await till.transactionKey({})).transaction_key, configuration_id, quantity: 3 })
  await shop.goto('/seller/ledger?period=today')
  const sale = shop.getByRole('row').filter({ hasText: name })
  expect(await sale.getByRole('cell').nth(1).textContent()).toBe(t('ledgers.kinds.sale'))
  expect(await shop.getByRole('row').nth(1).textContent()).toContain(t('ledgers.kinds.closing'))
  expect(await shop.getByRole('row').last().textContent()).toContain(t('ledgers.kinds.opening'))
  await shop.getByText(t('charts.agrees')).waitFor()
  await shoot(shop, 'ledger of a shop')

  await office.goto('/admin/customer-ledger?period=today')
  await office.getByRole('combobox', { name: t('ledgers.customer') }).fill('kiosque')
  await office.getByRole('option', { name: 'Kiosque Nord' }).click()
  await office.getByRole('row').filter({ hasText: '123,00' }).first().waitFor()
  await office.getByText(t('charts.agrees')).waitFor()
  await shoot(office, 'ledger of a customer')

  await office.goto(`/reports-stock?period=today&q=${encodeURIComponent(name)}`)
  await office.getByText(t('charts.agrees')).waitFor()
  const cells = await office.getByRole('row').nth(1).getByRole('cell').allTextContents()
  expect(cells.slice(1)).toEqual(['0', '8', '3', '0', '0', '0', '5'])
  await shoot(office, 'stock report')
})
