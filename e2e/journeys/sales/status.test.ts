// The status page: it tells a shop whose till does not work whether the portal or the shop's own internet connection is the cause.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test, unique } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { t } from '../../kit/texts.ts'

const STATUS = '**/api/portal_status/'
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: t('entry.status.title') })
const now = (page: Page, state: 'working' | 'no_answer') => page.getByRole('status').getByText(t(`entry.status.now.${state}`))
/** Makes the page request the status again at once, as it does when the user returns to its browser tab. */
const chosenAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('from the login the status page is one link away; it shows the state of each part and the reseller’s notices', async ({ newPage }) => {
  const headline = `Coupure ${unique()}`
  const { status_notice_id } = await (await callsAs('nord')).statusNoticeAdd({
    ...{ headline, kind: 'maintenance', valid_from: '2026-01-01', valid_until: '2199-12-31', note: 'De 4 h à 5 h.\nMise à jour : terminé.' },
  })
  const page = await newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: t('auth.login.status') }).click()
  await heading(page).waitFor()
  await page
    .getByRole('img', { name: t('entry.status.last_days', { days: '90' }) })
    .nth(4)
    .waitFor()
  await page.getByText(t('entry.status.parts.till')).waitFor()
  // The server caches the status for some seconds, so the test repeats the request until the new notice is in the answer.
  await expect
    .poll(async () => {
      await chosenAgain(page)
      return page.getByRole('heading', { level: 2, name: headline }).count()
    })
    .toBe(1)
  await (await callsAs('nord')).statusNoticeUpdate({ status_notice_id, valid_until: '2026-01-01' })
})

test('if the server stops answering, the status page says so, keeps the last known states, and updates by itself once it answers again', async ({
  newPage,
}) => {
  const page = await newPage()
  await page.goto('/status')
  const tillState = page.getByText(t('entry.status.states.working')).first()
  await tillState.waitFor()
  await page.route(STATUS, (route) => route.abort('connectionrefused'))
  await chosenAgain(page)
  await now(page, 'no_answer').waitFor()
  expect(await tillState.count()).toBe(1)
  await page.unroute(STATUS)
  await chosenAgain(page)
  await now(page, 'no_answer').waitFor({ state: 'detached' })
})

test('if the server answers no call at all, the status page still opens and says that it gets no answer', async ({ newPage }) => {
  const page = await newPage()
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.goto('/status')
  await now(page, 'no_answer').waitFor()
  // Control: any other page shows only the message that the server does not answer.
  await page.goto('/version')
  await page.getByText(t('auth.pages.no_answer')).waitFor()
  expect(await now(page, 'no_answer').count()).toBe(0)
})

test('nothing on the status page moves when the first answer arrives', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 360, height: 900 } })
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(STATUS, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/status')
  await heading(page).waitFor()
  const places = () => page.locator('main section > div').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
  const before = await places()
  answer()
  await page.getByText(t('entry.status.states.working')).first().waitFor()
  expect(before).toHaveLength(5)
  expect(await places()).toEqual(before)
})
