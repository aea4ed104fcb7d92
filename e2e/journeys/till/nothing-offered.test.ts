// A shop whose suppliers cannot be reached: each selling screen says why nothing is offered and what to do, and shows offers by itself once there are some. The
// platform finds the reason on the connection's page. The journey uses the second tenant, whose suppliers no other journey needs.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { adapters } from '../../../contract/kit/adapters.ts'
import { DT_ONE_KEY, startDtOne } from '../../../simulators/dt-one.ts'
import { test } from '../../kit/browser.ts'
import { beforeTheApp, callsAs, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'

const NUMBER = '+65 9512 3999'
const shopPage = { as: 'dom', host: 'rhein.localhost', kept: { language: 'fr' } }
/** The time limit for a page to notice a change, because the page asks the server every fifteen seconds. */
const SOON = { timeout: 40_000 }

async function platformAtRhein() {
  const calls = await callsAs('platform', 'platform.localhost', 'platform at rhein')
  await calls.tenantChoose({ tenant_id: 2 })
  return calls
}

/** Tries to read the catalogues of the tenant's suppliers. The attempt fails, because no simulators run beside the journeys' server. */
async function readInVain() {
  const platform = await platformAtRhein()
  const { content } = await platform.connectionsList({ filters: { status: true } })
  for (const { connection_id, adapter } of content) if (adapters[adapter].catalogue) await platform.catalogueRead({ connection_id })
  return platform
}

const says = (page: Page, title: Parameters<typeof t>[0]) => page.getByRole('status').getByRole('heading', { name: t(title), exact: true })

test('a shop reads why nothing is offered, and sees top-ups without a reload once its supplier answers and the platform puts them on sale', async ({
  newPage,
  onTestFinished,
}) => {
  const platform = await readInVain()
  const page = await newPage(shopPage)
  await page.goto('/direct-recharge')
  await says(page, 'top_ups.nothing.not_read').waitFor()
  await page.getByText(begins('top_ups.nothing.since')).waitFor(SOON)
  await page.getByText(t('top_ups.nothing.failing_hint')).waitFor()
  await page.getByRole('link', { name: /\+49/ }).waitFor()
  await go(page, '/flixbus')
  await says(page, 'top_ups.nothing.away').waitFor()

  await go(page, '/international-topup/')
  await page.getByLabel(t('fields.mobile_number')).fill(NUMBER)
  await page.keyboard.press('Enter')
  await says(page, 'top_ups.nothing.away').waitFor()
  expect(await page.getByLabel(t('fields.mobile_number')).isEditable(), 'the shop can type another number meanwhile').toBe(true)

  const sim = await startDtOne()
  onTestFinished(sim.close)
  const { connection_id } = await platform.connectionAdd({
    ...{ company: 'Rhine top-ups', adapter: 'dt_one', provider: 'dt_one', base_url: `http://127.0.0.1:${sim.port}/v1`, settings: '{"currency":"EUR"}' },
    ...{ account: DT_ONE_KEY.api_key, secret: DT_ONE_KEY.api_secret, is_sandbox: true },
  })
  await platform.connectionUpdate({ connection_id, status: true })
  await page.getByRole('radio', { name: /Merlion Mobile/ }).waitFor(SOON)
  await says(page, 'top_ups.nothing.not_read').waitFor()

  await platform.catalogueRead({ connection_id })
  const inCatalogue = () => platform.liveProductsList({ filters: { connection_id }, limit: 100 }).then(({ content }) => content)
  await expect.poll(async () => (await inCatalogue()).length).toBeGreaterThan(0)
  for (const { connection_id: other } of (await platform.connectionsList({ filters: { status: true } })).content)
    if (other !== connection_id) await platform.connectionUpdate({ connection_id: other, status: false })
  await says(page, 'top_ups.nothing.not_released').waitFor(SOON)
  await page.getByText(t('top_ups.nothing.not_released_hint')).waitFor()

  await platform.liveProductsUpdate({ live_product_ids: (await inCatalogue()).map(({ live_product_id }) => live_product_id), is_on: true })
  await page.getByRole('list', { name: t('top_ups.products.label') }).waitFor(SOON)
})

test('the connection’s page tells the platform why the supplier’s catalogue cannot be read, since when, and when the next try is due', async ({ newPage }) => {
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await beforeTheApp(page)
  const calls = callsOn(page)
  await calls.tenantChoose({ tenant_id: 2 })
  const { content } = await calls.connectionsList({ filters: { adapter: 'pj_telesoft' } })
  const { connection_id = '' } = content[0] ?? {}
  await calls.connectionUpdate({ connection_id, status: true })
  await readInVain()
  await go(page, `/connection/edit/${connection_id}`)
  await page.getByText(t('prices.online.read_reason', { reason: t('words.supplier_reasons.not_running') })).waitFor(SOON)
  await page.getByText(begins('prices.online.read_failed')).waitFor()
  await page.getByText(begins('prices.online.read_next')).waitFor()
  await page.getByRole('button', { name: t('connections.test') }).click()
  await page.getByText(t('words.supplier_reasons.not_running'), { exact: true }).waitFor()
})
