// Top-ups at the counter in the states that a cashier sees. The tests replace the supplier's answers, because no supplier is connected.
import type { Page, Request } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { onItsHost } from '../kit/open-page.ts'
import { t } from '../kit/texts.ts'
import { at, heading } from './shop-views.ts'
import type { View } from './views.ts'

const shop = { as: 'gare', kept: { language: 'fr' } }
const NUMBER = '+6595123100'

const operator = { operator_id: 'a-1', name: 'Merlion Mobile', country: 'SG', is_likely: true, regions: [] }
const product = (n: number, more: object = {}) => ({
  ...{ configuration_id: `01a20000-0000-7000-8000-00000000000${n}`, operator_id: 'a-1', name: `${4 * n} SGD`, benefits: [], lasts: 'P30D', regions: [] },
  ...{ arrives: { from: `${4 * n}.00`, to: `${4 * n}.00`, step: null, unit: 'SGD' }, promotions: [], value: `${3 * n}.00`, value_to: `${3 * n}.00` },
  ...{ price: `${3 * n}.00`, favorite: null, weather: n === 2 ? 'slow' : 'fine' },
  ...more,
})
const products = [
  product(1),
  product(2, { promotions: ['+20 %'] }),
  product(3, { name: '4 - 40 SGD', arrives: { from: '4.00', to: '40.00', step: '1', unit: 'SGD' }, value_to: '29.70' }),
]
const top_up = {
  ...{ top_up_id: '01a20000-0000-7000-8000-000000000009', state: 'pending', failure: null, created_at: '2026-11-22T10:00:00.000Z', ended_at: null },
  ...{ mobile_number: NUMBER, country: 'SG', operator: 'Merlion Mobile', product_name: '4 SGD', configuration_id: product(1).configuration_id },
  ...{ arrives: '4.00 SGD', value: '3.00', price: '3.00', reference: '', sale_id: null, username: 'gare' },
}
const number = { mobile_number: NUMBER, written: '+65 9512 3100', country: 'SG' }
const said: Record<string, object> = { 1: { number, operators: [operator] }, 2: { products }, 6: { top_up }, 41: { top_up } }

const stepOf = (request: Request) => /name="configuration"\r\n\r\n(\d+)/.exec(request.postData() ?? '')?.[1] ?? ''

/** Looks a number up, so that its products are shown. */
async function found(page: Page) {
  await page.route('**/api/dt_one/', (route) => {
    const nothing = { message_type: 1, message: '', account_status: 1, number: null, operators: [], products: [], quote: null, top_up: null }
    return route.fulfill({ json: { ...nothing, ...said[stepOf(route.request())] } })
  })
  await at('/international-topup/', heading(t('house.screens.top_ups')))(page)
  await page.getByLabel(t('fields.mobile_number')).fill('0065 9512-3100')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /12 SGD|4 – 40 SGD/ }).waitFor()
}

/** Opens the screen and makes a sandbox key on it, because a key is shown only once: just after it was made. */
async function withKey(page: Page) {
  await onItsHost(page)
  await callsOn(page)
    .apiKeyRevoke({ is_sandbox: true })
    .catch(() => undefined)
  await at('/api-access', heading(t('house.screens.api_access')))(page)
  await page.getByRole('button', { name: t('api_keys.keys.make_sandbox') }).click()
  await page.getByText(t('words.new_key_once')).waitFor()
}

/** Opens the page of webhooks with one webhook; its address leads nowhere. */
async function withWebhook(page: Page) {
  await onItsHost(page)
  const calls = callsOn(page)
  if ((await calls.webhooksList({})).content.length === 0)
    await calls.webhookAdd({ url: 'https://kasse.example/portal', events: ['sale.completed', 'balance.low'] })
  await at('/webhooks', heading(t('house.screens.webhooks')))(page)
  await page.getByText('https://kasse.example/portal').waitFor()
}

/** Opens the form for another webhook. */
async function withWebhookForm(page: Page) {
  await withWebhook(page)
  await page.getByRole('button', { name: t('webhooks.add') }).click()
  await page.getByRole('dialog').waitFor()
}

/** Chooses a product by its digit, once the products are shown. */
async function chosen(page: Page) {
  await found(page)
  await page.keyboard.press('1')
  await page.getByLabel(t('top_ups.send.again')).fill('+65 9512 3100')
}

async function checking(page: Page) {
  await chosen(page)
  await page.keyboard.press('Enter')
  await page.getByText(t('top_ups.followed.checking')).waitFor()
}

/** Shows a top-up after it was sent: its slip, not yet printed, and the field for a text message. */
async function slip(page: Page) {
  const done = { ...top_up, state: 'successful', training_no: null, ended_at: top_up.created_at, sale_id: top_up.top_up_id }
  const said = { message_type: 1, message: '', account_status: 1 }
  await page.route('**/api/get_international_top_up/', (route) =>
    route.fulfill({ json: { ...said, content: [done], filters: { page: 0, limit: 20, total_count: 1 } } }),
  )
  await page.route('**/api/international_top_up_transaction/', (route) =>
    route.fulfill({ json: { ...said, ...done, seller: { name: 'Tabac', address: '', city: '' }, organisation_name: 'Nord', facts: [] } }),
  )
  await at('/seller/top-ups', heading(t('house.screens.top_ups_sent')))(page)
  await page
    .getByRole('button', { name: t('house.words.print_the_slip') })
    .first()
    .click()
  await page.getByRole('button', { name: t('top_ups.slip.by_sms') }).click()
  await page.getByLabel(t('fields.mobile_number')).waitFor()
}

export const topUpViews: readonly View[] = [
  { name: '/international-topup/', by: shop, open: at('/international-topup/', heading(t('house.screens.top_ups'))) },
  { name: '/international-topup/ with a number', by: shop, open: found },
  { name: '/international-topup/ with a product chosen', by: shop, open: chosen },
  { name: '/international-topup/ being checked', by: shop, open: checking },
  { name: '/seller/top-ups', by: shop, open: at('/seller/top-ups', heading(t('house.screens.top_ups_sent'))) },
  { name: '/seller/top-ups with a slip to be sent', by: shop, open: slip },
  { name: '/api-access', by: shop, open: at('/api-access', heading(t('house.screens.api_access'))) },
  { name: '/api-access with a new key', by: shop, open: withKey },
  { name: '/webhooks', by: shop, open: at('/webhooks', heading(t('house.screens.webhooks'))) },
  { name: '/webhooks with one', by: shop, open: withWebhook },
  { name: '/webhooks with the form', by: shop, open: withWebhookForm },
  { name: '/webhook-deliveries', by: shop, open: at('/webhook-deliveries', heading(t('house.screens.webhook_deliveries'))) },
  { name: '/direct-recharge', by: shop, open: at('/direct-recharge', heading(t('house.screens.recharges'))) },
  { name: '/on-demand', by: shop, open: at('/on-demand', heading(t('house.screens.on_demand'))) },
]
