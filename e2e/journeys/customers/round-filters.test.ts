// The filters of a credit round: shops with little available, shops of a weekday, and shops whose round is today. A changed amount also changes the column that
// shows what the shop will have available after the round. Only this journey uses its reseller, so no other journey sells to, credits or schedules the shops.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { usualFlags } from '../../../contract/people/staff.ts'
import * as format from '../../../web/kit/base/format.ts'
import { pressInDialog, shoot, test, unique } from '../../kit/browser.ts'
import { callsOn, letterTo, linkIn, platformAtNord } from '../../kit/calls.ts'
import { newCustomer } from '../../kit/credit.ts'
import { register } from '../../kit/people.ts'
import { named, t } from '../../kit/texts.ts'

/** Adds a reseller with the demo password; returns its user name. */
async function newReseller(): Promise<string> {
  const platform = await platformAtNord()
  const username = `tournee.${unique()}`
  const email = `${username}@example.test`
  const mobile = '+33 6 12 34 56 78'
  const given = { account_role: 1, name: `Tournée ${username}`, username, full_name: 'Rosa Ronde', email, mobile, mobile_confirmation: mobile }
  await platform.customerAdd({ ...(await platform.transactionKey({})), ...given, flags: [...usualFlags.reseller] })
  await register({ username, email, link: linkIn(await letterTo(email, 'registration')) })
  return username
}

/** Adds a shop that has nothing left of its usual credit, so that a round proposes this credit again. */
async function emptyShop(page: Page, usual: number) {
  const shop = await newCustomer(page)
  const calls = callsOn(page)
  await calls.walletChange({ ...(await calls.transactionKey({})), customer_id: shop.customer_id, amount: usual * EURO })
  const [booked] = (await calls.walletHistory({ filters: { customer_id: shop.customer_id } })).content
  await calls.walletCorrect({ ...(await calls.transactionKey({})), entry_id: booked?.entry_id ?? '', reason: 'essai' })
  return shop
}

test('a credit round is filtered by available amount, weekday and day; the table shows what each shop will have available after the round', async ({
  newPage,
}) => {
  const page = await newPage({ as: await newReseller(), account: { preferences: {} } })
  await page.goto('/customer/credit/round')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [first, second] = [await emptyShop(page, 40), await emptyShop(page, 60)]
  await newCustomer(page)
  const below = page.getByLabel(t('fields.available_below'))
  const propose = () => page.getByRole('button', { name: t('credit.round.propose') }).click()
  const rowOf = ({ username }: { username: string }) => page.getByRole('row').filter({ hasText: username })
  /** Waits until exactly these shops are shown. */
  const shows = async (...shops: { username: string }[]) => {
    await expect.poll(() => page.locator('input[data-amount]').count()).toBe(shops.length)
    for (const shop of shops) await rowOf(shop).waitFor()
  }

  await below.fill('peu')
  await propose()
  expect(await below.getAttribute('aria-invalid')).toBe('true')
  await shows()
  await below.fill('')
  await propose()
  await shows(first, second)
  await page.getByText(t('credit.round.idle', { n: 1, count: '1' })).waitFor()

  await page.getByLabel(named(t('fields.amount'), second.name)).fill('12,50')
  await rowOf(second)
    .getByRole('cell', { name: format.money(12.5 * EURO), exact: true })
    .waitFor()
  await rowOf(first)
    .getByRole('cell', { name: format.money(40 * EURO), exact: true })
    .nth(1)
    .waitFor()
  await page.getByText(t('credit.round.after_sum', { amount: format.money(52.5 * EURO) })).waitFor()
  await shoot(page, 'credit round, available after all')

  // The second shop is left out, so the day is set for the first shop only.
  await rowOf(second)
    .getByRole('button', { name: named(t('words.leave_out'), second.name) })
    .click()
  await page.getByRole('button', { name: t('credit.round.set_day') }).click()
  const dialog = page.getByRole('dialog', { name: t('credit.round.day_title', { n: 1 }) })
  const calls = callsOn(page)
  const weekdayOf = (days: number) => new Date(Date.now() + days * 86_400_000).getUTCDay() || 7
  const [today, other] = [weekdayOf(0), weekdayOf(3)]
  await dialog.getByLabel(t('fields.rhythm')).selectOption('fortnightly')
  await dialog.getByLabel(t('fields.weekday')).selectOption(String(today))
  await pressInDialog(page, t('house.words.save'))
  await dialog.waitFor({ state: 'detached' })
  await rowOf(first).getByText(t('credit.round.rhythms.fortnightly')).waitFor()
  await calls.creditRoundDays({ customer_ids: [second.customer_id], weekday: other, rhythm: 'weekly' })

  const whose = page.getByLabel(t('credit.round.whose'))
  await whose.selectOption(String(other))
  await propose()
  await shows(second)
  await whose.selectOption(String(today))
  await propose()
  await shows(first)
  await whose.selectOption('today')
  await propose()
  const due = (await calls.creditProposals({ due: true })).content.map(({ username }) => username)
  await shows(...[first, second].filter(({ username }) => due.includes(username)))
  await page.reload()
  expect(await whose.inputValue(), 'the address keeps the filter').toBe('today')

  // The first shop was credited, so no amount is proposed for it; with the filter "available below one euro" the page does not count it as idle either.
  await calls.walletChange({ ...(await calls.transactionKey({})), customer_id: first.customer_id, amount: 5 * EURO })
  for (const [amount, n] of [
    ['', 2],
    ['1', 1],
  ] as const) {
    await whose.selectOption('')
    await below.fill(amount)
    await propose()
    await page.getByText(t('credit.round.idle', { n, count: String(n) })).waitFor()
    await shows(second)
  }
})
