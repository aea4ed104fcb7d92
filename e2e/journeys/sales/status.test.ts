// The status page, as a shop's user opens it who asks whether the portal or the own line is the cause.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test, unique } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { t } from '../../kit/texts.ts'

const STATUS = '**/api/portal_status/'
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: t('entry.status.title') })
const now = (page: Page, state: 'working' | 'no_answer') => page.getByRole('status').getByText(t(`entry.status.now.${state}`))
/** Lets the page read again at once, as it does when its tab is chosen. */
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
  // The answer that the server keeps is at most some seconds old.
  await expect
    .poll(async () => {
      await chosenAgain(page)
      return page.getByRole('heading', { level: 2, name: headline }).count()
    })
    .toBe(1)
  await (await callsAs('nord')).statusNoticeUpdate({ status_notice_id, valid_until: '2026-01-01' })
})

test('the page says when it gets no answer, keeps what it showed, and goes on by itself', async ({ newPage }) => {
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

test('the page opens and says that it gets no answer while the server answers no call at all', async ({ newPage }) => {
  const page = await newPage()
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.goto('/status')
  await now(page, 'no_answer').waitFor()
  // Control: any other page only says that there is no answer.
  await page.goto('/version')
  await page.getByText(t('auth.pages.no_answer')).waitFor()
  expect(await now(page, 'no_answer').count()).toBe(0)
})

test('nothing on the page moves when the first answer arrives', async ({ newPage }) => {
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
