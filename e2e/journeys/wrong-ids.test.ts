// Addresses with an id that is none, that nobody has or that is somebody else's: every screen says what does not exist, with a way back.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allows } from '../../contract/kit/access.ts'
import { shoot, test } from '../kit/browser.ts'
import { beforeTheApp, callsAs, callsOn } from '../kit/calls.ts'
import { accessOf, actorOf, NOBODY, screens } from '../kit/screens.ts'
import { t } from '../kit/texts.ts'

const WAIT_MS = 8_000
/** Beyond these a test need not go on. */
const ENOUGH = 6
const PLATFORM = 'platform.localhost'
const people = [
  { as: 'nord', host: 'localhost', least: 20 },
  { as: 'kiosque', host: 'localhost', least: 8 },
  { as: 'platform', host: PLATFORM, least: 15 },
]

const bare = t('house.screens.version')
const push = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** Within the app, where a change of the address is followed. */
async function enter(page: Page) {
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: t('house.screens.settings') }).waitFor()
}

async function wrongsAt(page: Page, paths: readonly string[]): Promise<string[]> {
  const wrongs: string[] = []
  for (const path of paths) {
    const wrong = wrongs.length < ENOUGH && (await wrongAt(page, path))
    if (wrong) wrongs.push(wrong)
  }
  return wrongs
}

/** What is wrong with how a screen takes an address; blank if it says what is missing. */
async function wrongAt(page: Page, path: string): Promise<string> {
  await push(page, '/version')
  await page.getByRole('heading', { level: 1, name: bare }).waitFor()
  await push(page, path)
  const said = page.locator('main [data-missing]')
  const isThere = await said.waitFor({ timeout: WAIT_MS }).then(
    () => true,
    () => false,
  )
  if (!isThere) return `${path} at ${new URL(page.url()).pathname}: ${(await page.locator('main').innerText()).slice(0, 300)}`
  const text = await said.innerText()
  const wrongs = [
    new URL(page.url()).pathname !== path && 'leads elsewhere',
    (await said.getByRole('link').count()) === 0 && 'no way back',
    (await page.getByRole('heading', { level: 1 }).count()) !== 1 && 'not one title',
    (await said.getByRole('heading', { level: 2 }).count()) !== 1 && 'does not say what',
    /not_found|invalid_input|undefined|\bnull\b|\{|shell\./.test(text) && 'a raw code',
    (await page.locator('main [aria-busy="true"]').count()) > 0 && 'still loading',
    (await page.getByText(t('house.empty.failed')).count()) > 0 && 'a failure',
  ].filter(Boolean)
  return wrongs.length > 0 ? `${path}: ${wrongs.join(', ')} — ${text}` : ''
}

const withIds = (path: string, id: string) => path.replace(/\$\w+/g, id)

test.for(people)('$as is told what does not exist, on every screen that takes an id', async ({ as, host, least }, { newPage }) => {
  const page = await newPage({ as, host, kept: { language: 'fr' } })
  if (as === 'platform') {
    await beforeTheApp(page)
    await callsOn(page).tenantChoose({ tenant_id: 1 })
  }
  await enter(page)
  const actor = actorOf({ ...(await callsOn(page).authCheck({})) })
  const open = screens.filter((screen) => screen.path.includes('$') && allows(accessOf(screen), actor))
  expect(open.length).toBeGreaterThanOrEqual(least)
  const paths = open.flatMap(({ path }) => ['abc', NOBODY].map((id) => withIds(path, id)))
  expect(await wrongsAt(page, paths)).toEqual([])
  await shoot(page, `wrong id ${as}`)
})

test('what belongs to another tenant is as little there; what is one’s own is (control)', async ({ newPage }) => {
  const rhein = await callsAs('rhein', 'rhein.localhost')
  const [theirs, product, supplier] = [
    (await rhein.customersListShort({})).content[0]?.customer_id ?? '',
    (await rhein.productsList({})).content[0]?.product_id ?? '',
    (await rhein.suppliersList({})).content[0]?.supplier_id ?? '',
  ]
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await enter(page)
  const paths = [
    ...screens.flatMap(({ path }) => (path.includes('$customerId') ? [withIds(path, theirs)] : [])),
    ...[`/products/view/${product}`, `/supplier/edit/${supplier}`],
  ]
  expect([theirs, product, supplier].filter((id) => id === '')).toEqual([])
  expect(await wrongsAt(page, paths)).toEqual([])
  const own = (await callsOn(page).customersListShort({})).content[0]?.customer_id ?? ''
  await push(page, `/customer/details/${own}`)
  await page.getByRole('navigation', { name: t('customers.tabs.label') }).waitFor()
  expect(await page.locator('main [data-missing]').count()).toBe(0)
})

test('an address that is no screen says so, with its search', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await page.goto('/customer/abc/edit')
  await page.getByRole('heading', { level: 1, name: t('house.screens.not_found') }).waitFor()
  await page.getByRole('button', { name: t('house.shell.find_page') }).waitFor()
})
