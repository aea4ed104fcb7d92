// The screens of ledgers, of stock over time, and of matters that are still open, each with content.
import type { Page } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { t } from '../kit/texts.ts'

const reseller = { as: 'nord' }
const shop = { as: 'kiosque' }

const cell = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const at =
  (path: string, ready = cell) =>
  async (page: Page) => {
    await go(page, path)
    await ready(page)
  }

async function ofCustomer(page: Page) {
  await onItsHost(page)
  const { content } = await callsOn(page).customerSearch({ search_text: 'kiosque' })
  await at(`/admin/customer-ledger?customer=${content[0]?.customer_id}&period=this_year`)(page)
  await page.getByText(t('charts.agrees')).waitFor()
}

export const ledgerViews = [
  { name: '/seller/ledger', by: shop, open: at('/seller/ledger?period=this_year') },
  { name: '/admin/ledger', by: reseller, open: at('/admin/ledger?period=this_year') },
  { name: '/admin/customer-ledger', by: reseller, open: at('/admin/customer-ledger', (page) => page.getByText(t('ledgers.choose')).waitFor()) },
  { name: '/admin/customer-ledger of one', by: reseller, open: ofCustomer },
  { name: '/reports-stock', by: reseller, open: at('/reports-stock?period=this_month') },
  { name: '/reports-stock by batch', by: reseller, open: at('/reports-stock?period=this_month&group=batch') },
  { name: '/reports-inventory', by: reseller, open: at('/reports-inventory?period=this_year') },
  { name: '/inventory/reorder', by: reseller, open: at('/inventory/reorder?lasting=90', heading) },
  { name: '/open-matters', by: reseller, open: at('/open-matters', heading) },
]
