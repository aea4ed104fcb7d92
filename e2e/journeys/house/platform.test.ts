// The platform views one reseller after the other: its shops' sales, its documents, and its waiting claims, which the platform may decide in the reseller's
// place.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { tenantChoose, tenantsList } from '../../../contract/people/tenants.ts'
import { salesByGroup } from '../../../contract/sales/sales-reports.ts'
import { berlinDay } from '../../../server/kit/berlin.ts'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { newShop, sellBy } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

type House = { tenant: string; reseller: string; host: string; shop: string; name: string }

/** Lets a shop sell two cards and claim them, and lets its reseller invoice it. */
async function day({ reseller, host, shop, name }: House) {
  const [till, office] = [await callsAs(shop, host), await callsAs(reseller, host)]
  const offer = (await till.sellerProductsV2({})).content.find(({ left }) => left === null || left > 1)
  const { sale_id } = await sellBy(till, offer?.configuration_id ?? '', 2)
  const [claim] = (await till.reclaimSubmit({ sale_id, reason: 'already_used' })).rows
  const customer_id = (await office.customerSearch({ search_text: name })).content[0]?.customer_id ?? ''
  const today = berlinDay(new Date())
  await office.invoicesGenerate({ customer_ids: [customer_id], date_from: today, date_to: today })
  const documents = async () => (await office.invoicesList({ filters: { customer_id, date_from: today } })).content
  await expect.poll(async () => (await documents()).length).toBeGreaterThan(0)
  const sums = (await office.salesByGroup({ group_by: ['seller'], filters: { seller_id: customer_id }, date_from: today, date_to: today })).totals
  return { number: claim?.number ?? 0, document_no: (await documents())[0]?.document_no ?? '', quantity: sums.quantity }
}

/**
 * Delays the answer of the next report until another reseller is chosen and everything is requested again. The returned function waits for the delayed answer.
 */
async function comesLate(page: Page): Promise<() => Promise<unknown>> {
  await go(page, '/invoices-all')
  await page.getByRole('banner').waitFor()
  await page.evaluate(
    ([report, choose, again]) => {
      const send = window.fetch
      let isChosen = false
      let letGo = () => {}
      const late = new Promise<void>((done) => {
        letGo = done
      })
      window.fetch = async (...asked) => {
        const answer = await send(...asked)
        const is = (path: string) => answer.url.endsWith(path)
        if (is(report)) await late
        isChosen ||= is(choose)
        if (isChosen && is(again)) letGo()
        return answer
      }
    },
    [salesByGroup.path, tenantChoose.path, tenantsList.path] as const,
  )
  const answered = page.waitForResponse(`**/api${salesByGroup.path}`)
  return () => answered
}

test('the platform views one reseller after the other, and reads the reports, documents and claims of each', async ({ newPage }) => {
  const own = await newShop()
  const houses: House[] = [
    { tenant: 'Comptoir Nord', reseller: 'nord', host: 'localhost', shop: own.username, name: own.name },
    { tenant: 'Rheinland Prepaid', reseller: 'rhein', host: 'rhein.localhost', shop: 'dom', name: 'Kiosk am Dom' },
  ]
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  const rows = (text: string) => page.getByRole('row').filter({ hasText: text })
  for (const house of houses) {
    const { number, document_no, quantity } = await day(house)
    const others = houses.filter(({ tenant }) => tenant !== house.tenant)
    const answered = await comesLate(page)
    await go(page, '/reports-sales-new?period=today&group=seller&per=100')
    await answered()
    await page.getByRole('combobox', { name: t('house.shell.tenant') }).selectOption({ label: house.tenant })
    const sums = rows(house.name)
    await sums.waitFor()
    for (const { name } of others) expect(await rows(name).count()).toBe(0)
    const heads = await page.getByRole('columnheader').allInnerTexts()
    const at = heads.findIndex((head) => head.startsWith(t('fields.quantity')))
    expect(await sums.getByRole('cell').nth(at).innerText()).toBe(String(quantity))
    await page.getByText(t('charts.agrees')).waitFor()
    await shoot(page, `platform at ${house.tenant}`)

    await go(page, `/invoices-all?q=${encodeURIComponent(house.name)}`)
    await rows(house.name).filter({ hasText: document_no }).getByRole('link').first().click()
    await page.getByRole('button', { name: t('invoices.print') }).waitFor()

    await go(page, `/reclaim-requests?q=${number}`)
    const claim = rows(house.name).filter({ has: page.getByRole('link', { name: String(number), exact: true }) })
    await claim.getByRole('link').first().focus()
    await page.keyboard.press('u')
    await pressInDialog(page, t('reclamations.steps.take'))
    await claim.getByText(t('reclamations.states.in_review')).waitFor()
    for (const { name } of others) expect(await rows(name).count()).toBe(0)
  }
})

test('the platform’s start page sums all resellers; pressing a figure opens its list, at the reseller to whom the figure belongs', async ({ newPage }) => {
  const { number } = await day({ tenant: 'Rheinland Prepaid', reseller: 'rhein', host: 'rhein.localhost', shop: 'dom', name: 'Kiosk am Dom' })
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await go(page, '/dashboard')
  const row = (name: string) =>
    page
      .getByRole('region', { name: t('platform.resellers') })
      .getByRole('row')
      .filter({ hasText: name })
  for (const name of ['Comptoir Nord', 'Rheinland Prepaid']) await row(name).getByRole('img').waitFor()
  await page
    .getByRole('region', { name: t('platform.health') })
    .getByText(t('platform.parts.database'))
    .waitFor()
  // The table of resellers has columns for sales, trend and margin; the table of suppliers has columns for weather (docs/domain.md) and balance.
  const headings = async (region: string) => (await page.getByRole('region', { name: region }).getByRole('columnheader').allTextContents()).join()
  for (const heading of [t('platform.today'), t('platform.trend', { days: '14' }), t('platform.margin', { days: '14' }), t('platform.waiting')])
    expect(await headings(t('platform.resellers'))).toContain(heading)
  for (const heading of [t('words.weather_now'), t('words.our_balance')]) expect(await headings(t('platform.suppliers'))).toContain(heading)
  const claims = row('Rheinland Prepaid').getByRole('button', { name: new RegExp(t('house.screens.claims').slice(0, 6), 'i') })
  expect(await claims.count()).toBe(1)
  await shoot(page, 'platform start')
  await claims.click()
  await page.waitForURL('**/reclaim-requests?is_open=1')
  await page.getByRole('link', { name: String(number), exact: true }).waitFor()
  const chosen = page.getByRole('combobox', { name: t('house.shell.tenant') })
  expect(await chosen.locator('option:checked').innerText()).toBe('Rheinland Prepaid')
  await page.goBack()
  await row('Rheinland Prepaid').getByText(t('platform.viewed')).waitFor()

  await page
    .getByRole('region', { name: t('platform.resellers') })
    .getByRole('paragraph')
    .filter({ hasText: t('pages.list.all_resellers') })
    .getByRole('link')
    .first()
    .click()
  await page.waitForURL('**/reclaim-requests?is_open=1&tenants=all')
  await page.getByRole('columnheader', { name: t('fields.tenant'), exact: true }).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: 'Rheinland Prepaid' })
    .getByRole('link', { name: String(number), exact: true })
    .waitFor()
})

test('one list names the reseller of each claim; opening a claim chooses its reseller, and choosing a reseller closes the list', async ({ newPage }) => {
  const own = await newShop()
  const nord = await day({ tenant: 'Comptoir Nord', reseller: 'nord', host: 'localhost', shop: own.username, name: own.name })
  const rhein = await day({ tenant: 'Rheinland Prepaid', reseller: 'rhein', host: 'rhein.localhost', shop: 'dom', name: 'Kiosk am Dom' })
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await go(page, '/reclaim-requests?is_open=1&per=100')
  const choice = page.getByRole('combobox', { name: t('house.shell.tenant') })
  await choice.selectOption({ label: 'Comptoir Nord' })
  const claim = (house: string, number: number) =>
    page
      .getByRole('row')
      .filter({ hasText: house })
      .filter({ has: page.getByRole('link', { name: String(number), exact: true }) })
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(nord.number), exact: true }) })
    .first()
    .waitFor()
  const all = page.getByRole('button', { name: t('pages.list.all_resellers'), exact: true })
  await all.click()
  await claim('Comptoir Nord', nord.number).waitFor()
  await claim('Rheinland Prepaid', rhein.number).waitFor()
  await page.getByRole('columnheader', { name: t('fields.tenant'), exact: true }).waitFor()
  expect(await page.getByRole('checkbox', { name: t('pages.list.choose_row') }).count(), 'rows are opened, not chosen').toBe(0)
  await shoot(page, 'claims of all resellers')

  // In the list of one reseller the letter key would decide the claim; in the list of all resellers the key does nothing.
  await claim('Rheinland Prepaid', rhein.number).getByRole('link').first().focus()
  await page.keyboard.press('u')
  await claim('Rheinland Prepaid', rhein.number).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: t('reclamations.claim_no', { number: rhein.number }) }).waitFor()
  expect(await choice.locator('option:checked').innerText()).toBe('Rheinland Prepaid')
  await page.goBack()
  await claim('Comptoir Nord', nord.number).waitFor()
  expect(await all.getAttribute('aria-pressed')).toBe('true')

  await choice.selectOption({ label: 'Comptoir Nord' })
  await page.waitForURL((url) => !url.searchParams.has('tenants'))
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(nord.number), exact: true }) })
    .first()
    .waitFor()
  expect(await page.getByRole('columnheader', { name: t('fields.tenant'), exact: true }).count()).toBe(0)

  // The platform views Comptoir Nord, and finds customers of both resellers by their names.
  for (const [house, name] of [
    ['Comptoir Nord', own.name],
    ['Rheinland Prepaid', 'Kiosk am Dom'],
  ] as const) {
    await go(page, `/customers/view?tenants=all&q=${encodeURIComponent(name)}`)
    await page.getByRole('row').filter({ hasText: house }).getByRole('link', { name, exact: true }).waitFor()
    await shoot(page, `customers of all resellers, ${house}`)
  }
})
