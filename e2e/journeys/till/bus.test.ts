// Bus tickets at the counter: a return trip with a child, a bicycle and a voucher, printed and cancelled; then a full bus and seats lost before payment.
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints, pageSizeOf, textOf } from '../../kit/prints.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, named, t } from '../../kit/texts.ts'

/** The day (YYYY-MM-DD) that is this many days from now. No other journey travels on the days used here. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const [OUT, BACK] = [inDays(40), inDays(44)]

async function city(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(name.slice(0, 4).toLowerCase())
  await page.getByRole('option', { name: `${name} (DE)` }).click()
}

/** Makes the bus company’s simulator sell the seats to others, or let a hold expire. */
const atBusCompany = (name: 'seats' | 'expire', given: { uid: string; left?: number }) =>
  fetch(`http://127.0.0.1:${inject('buses')}/__control/${name}`, { method: 'POST', body: JSON.stringify(given) })

const region = (page: Page, key: 'out' | 'back') => page.getByRole('region', { name: t(`buses.results.${key}`) })
const choices = (page: Page, key: 'out' | 'back') => region(page, key).getByRole('button', { name: begins('buses.results.choose') })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const person = (page: Page, field: 'first_name' | 'last_name' | 'birth_date', who: 'adult' | 'child') =>
  page.getByLabel(named(t(`buses.booking.${field}`), t(`buses.booking.${who}`, { number: '1' })), { exact: true })

test('a family’s return trip is sold and printed, and cancelled on the terms that the page showed', async ({ newPage }) => {
  const { username, name } = await newShop()
  const page = await newPage({ as: username, kept: { language: 'fr' }, account: { preferences: { paper: 80 } } })
  const prints = await catchPrints(page)
  await go(page, '/flixbus')
  await page.getByRole('radio', { name: t('buses.search.round_trip') }).check()
  await city(page, t('words.from_where'), 'Berlin')
  await city(page, t('buses.search.to'), 'Munich')
  await page.getByLabel(t('buses.search.day'), { exact: true }).fill(OUT)
  await page.getByLabel(t('buses.search.back'), { exact: true }).fill(BACK)
  for (const who of ['children', 'bikes'] as const) await press(page, named(t('selling.sale.more'), t(`buses.search.${who}`)))
  await press(page, t('buses.search.submit'))
  await region(page, 'out').getByText(t('buses.results.full')).first().waitFor()
  await region(page, 'out')
    .getByRole('list', { name: t('buses.results.days') })
    .getByRole('button')
    .nth(3)
    .waitFor()
  await choices(page, 'out').first().click()
  await choices(page, 'back').first().click()
  await press(page, t('buses.results.reserve'))

  const timer = page.getByRole('timer')
  await timer.waitFor()
  // After a reload the page shows the same booking again.
  await page.reload()
  await timer.waitFor()
  await person(page, 'first_name', 'adult').fill('Ayşe')
  await person(page, 'last_name', 'adult').fill('Yıldız')
  await press(page, t('buses.booking.copy_name'))
  await person(page, 'first_name', 'child').fill('İpek')
  await person(page, 'birth_date', 'child').fill('1999-01-01')
  await press(page, t('buses.booking.save'))
  await page.getByText(t('errors.problems.other_age')).waitFor()
  await person(page, 'birth_date', 'child').fill('2020-05-04')
  await press(page, t('buses.booking.save'))

  const voucher = page.getByRole('textbox', { name: t('buses.booking.voucher'), exact: true })
  await voucher.fill('WRONG')
  await press(page, t('buses.booking.redeem'))
  await page.getByText(t('errors.refusals.voucher_wrong')).waitFor()
  await voucher.fill('SAVE5')
  await press(page, t('buses.booking.redeem'))
  await page.getByText(begins('buses.booking.discount')).waitFor()
  await page.getByLabel(t('buses.booking.email')).fill('ayse@example.com')
  await press(page, begins('buses.booking.pay'))
  await page.getByText(t('buses.booking.sold')).waitFor()

  for (const [i, paper] of ['80 mm', 'A4'].entries()) {
    await press(page, t('buses.ticket.print', { paper }))
    await expect.poll(() => prints.length).toBe(i + 1)
  }
  expect(pageSizeOf(prints[0] ?? '').width).toBe(80)
  for (const print of prints) expect(print).toContain('data:image/svg+xml')
  for (const text of ['Ayşe Yıldız', t('buses.ticket.sold_by', { name })]) expect(await textOf(await newPage(), prints[1] ?? '')).toContain(text)

  const { busTickets, balance } = callsOn(page)
  const [sold] = (await busTickets({})).content
  expect(sold).toMatchObject({ state: 'sold', passengers: 2 })
  const { balance: before } = await balance({})
  await go(page, '/flixbus/tickets')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await press(page, t('buses.cancel.title'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(begins('buses.cancel.fee')).waitFor()
  await dialog.getByRole('button', { name: begins('buses.cancel.confirm') }).click()
  await page.getByText(begins('buses.cancel.done')).waitFor()
  const [gone] = (await busTickets({})).content
  expect(gone?.state).toBe('cancelled')
  expect((await balance({})).balance - before).toBe(gone?.refunded)
})

test('if a seat is taken before it is reserved, or its reservation expires, nothing is charged, and the typed names and the search stay', async ({
  newPage,
}) => {
  const { username } = await newShop()
  const page = await newPage({ as: username, kept: { language: 'fr' } })
  // A random day, because an earlier run in the same world may have taken the seats of a fixed day.
  const day = inDays(50 + Math.floor(Math.random() * 50))
  await go(page, `/flixbus?from=88&to=118&day=${day}`)
  await choices(page, 'out').nth(1).waitFor()
  const { flixbus, balance } = callsOn(page)
  const { balance: before } = await balance({})
  const { trips = [] } = await flixbus({ step: 'search', from: '88', to: '118', day })
  const [first, second] = trips.map(({ trip_id }) => trip_id)
  const full = region(page, 'out').getByText(t('buses.results.full'))
  expect(await full.count()).toBe(1)

  await atBusCompany('seats', { uid: second ?? '', left: 0 })
  await choices(page, 'out').nth(1).click()
  await press(page, t('buses.results.reserve'))
  await page.getByRole('alert').getByText(t('errors.refusals.trip_full')).waitFor()
  // After the refusal the list of trips shows the trip as full too.
  await expect.poll(() => full.count()).toBe(2)

  const reserve = async () => {
    await choices(page, 'out').first().click()
    await press(page, t('buses.results.reserve'))
    await page.getByRole('timer').waitFor()
  }
  await reserve()
  await atBusCompany('expire', { uid: first ?? '' })
  await person(page, 'first_name', 'adult').fill('Jürgen')
  await person(page, 'last_name', 'adult').fill('Yıldız')
  await press(page, t('buses.booking.save'))
  await page.getByText(t('buses.booking.over')).waitFor()
  await press(page, t('buses.booking.again'))
  await reserve()
  expect(await person(page, 'first_name', 'adult').inputValue()).toBe('Jürgen')
  await press(page, t('buses.booking.save'))
  await press(page, begins('buses.booking.pay'))
  await page.getByText(t('buses.booking.sold')).waitFor()
  expect(before - (await balance({})).balance).toBe(trips[0]?.price)
})
