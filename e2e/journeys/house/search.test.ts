// The search understands the user's words in five languages: goods of the till, settings by their names, practice mode, document numbers and amounts.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { languages } from '../../../contract/kit/languages.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { find, option, palette } from '../../kit/palette.ts'
import { newStaff } from '../../kit/people.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, t, textIn } from '../../kit/texts.ts'

const inside = (page: Page) => page.getByRole('button', { name: t('house.words.search'), exact: true }).waitFor()

test('typing "ly" finds Lycamobile, and choosing it shows its cards at the till, even if the till is open already', async ({ newPage }) => {
  const page = await newPage({ as: 'kiosque' })
  await page.goto('/seller/sales')
  await inside(page)
  const search = page.getByRole('searchbox', { name: t('selling.find.label') })
  for (const from of ['elsewhere', 'the till']) {
    await find(page, 'ly')
    await option(page, /^Lycamobile/).waitFor()
    if (from === 'elsewhere') await shoot(page, 'search at the till')
    await option(page, /^Lycamobile/).click()
    await page.waitForURL('**/cashcards/')
    await expect.poll(() => search.inputValue()).toBe('Lycamobile')
    await page
      .getByRole('button', { name: /Lycamobile/ })
      .first()
      .waitFor()
    await search.fill('')
  }
})

test('a setting is found by its name; choosing it opens its section and focuses it; practice mode is also found by words of similar meaning', async ({
  newPage,
}) => {
  const { username } = await newShop()
  const page = await newPage({ as: username })
  await page.goto('/cashcards/')
  await inside(page)
  for (const [tab, name] of [
    ['look', t('fields.language')],
    ['printing', t('settings.printing.paper')],
    ['keyboard', t('settings.keyboard.sounds')],
    ['hours', t('settings.hours.binding')],
    ['organisation', t('settings.organisation.language')],
    ['cashier', t('cashiers.settings.lock_after')],
    ['places', t('settings.places.devices')],
  ] as const) {
    await find(page, name)
    const hint = t(`settings.tabs.${tab}`)
    const setting = palette(page)
      .getByRole('option')
      .filter({ has: page.getByText(name, { exact: true }) })
    await setting
      .filter({ has: page.getByText(hint, { exact: true }) })
      .first()
      .click()
    await page.waitForURL(`**/settings?tab=${tab}`)
    const section = page.getByRole('region', { name: hint, exact: true })
    await expect.poll(() => section.evaluate((panel) => panel.contains(document.activeElement)), { message: name }).toBe(true)
  }
  await find(page, t('shell.palette.words.practice').split(', ')[0] ?? '')
  await option(page, t('house.shell.training_start')).waitFor()
})

test('typing an amount and a customer leads to a credit that is filled in but not booked; typing a document’s number leads to that document', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/dashboard')
  await inside(page)
  const booked: string[] = []
  page.on('request', (request) => request.url().includes('process_wallet') && booked.push(request.url()))
  await find(page, '50 kiosque n')
  await option(page, /(Kiosque Nord.*50,00|50,00.*Kiosque Nord)/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/credit/add?amount=50*')
  expect(await page.getByRole('textbox', { name: t('fields.amount') }).inputValue()).toBe('50,00')
  expect(booked).toEqual([])
  const { document_no = '' } = (await callsOn(page).invoicesList({ limit: 1 })).content[0] ?? {}
  expect(document_no).not.toBe('')
  await find(page, document_no)
  await option(page, new RegExp(`^${document_no}`)).click()
  await page.waitForURL('**/invoices-all?q=*')
})

test('an older answer never replaces a newer one, at most one request runs at a time, and each group has three rows before "show more"', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/dashboard')
  await inside(page)
  await page.evaluate(() => {
    const searched = /view_(customers_list_with_less_data|products|suppliers|internal_permission)/
    const counts = { now: 0, most: 0 }
    const { fetch } = window
    Object.assign(window, {
      counts,
      fetch: async (url: string, init: RequestInit) => {
        if (!searched.test(url)) return fetch(url, init)
        counts.now += 1
        counts.most = Math.max(counts.most, counts.now)
        try {
          return await fetch(url, init)
        } finally {
          counts.now -= 1
        }
      },
    })
  })
  let arrive = () => {}
  const late = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/api/view_customers_list_with_less_data/', async (route) => {
    if (route.request().postData()?.includes('kiosque')) await late
    await route.continue().catch(() => undefined)
  })
  const first = page.waitForRequest('**/api/view_customers_list_with_less_data/')
  await find(page, 'kiosque')
  await first
  await palette(page).getByRole('combobox').fill('tabac')
  await option(page, /^Tabac/).waitFor()
  arrive()
  await palette(page)
    .getByRole('status')
    .filter({ hasNotText: t('shell.palette.searching') })
    .waitFor()
  expect(await option(page, /^Kiosque/).count()).toBe(0)
  expect(await page.evaluate(() => (window as unknown as { counts: { most: number } }).counts.most)).toBe(1)
  await palette(page).getByRole('combobox').fill('kiosque')
  await option(page, /^Kiosque/).waitFor()
  const more = option(page, begins('shell.palette.more', { count: '' }))
  if ((await more.count()) > 0) {
    const before = await palette(page).getByRole('option').count()
    await more.click()
    await expect.poll(() => palette(page).getByRole('option').count()).toBeGreaterThan(before)
  }
})

test('in each language a page, a setting and an action are found by the words of that language', async ({ newPage }) => {
  const { username } = await newStaff({ flags: ['has_reclamation', 'has_customers', 'has_invoice'] })
  await callsAs(username)
  for (const language of languages) {
    const page = await newPage({ as: username })
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.route('**/api/auth_check/', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), language } })
    })
    await page.goto('/customers/view')
    await page
      .getByRole('button', { name: new RegExp(`^${textIn(language, 'house.words.search')}`) })
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: textIn(language, 'shell.palette.title') })
    const input = dialog.getByRole('combobox')
    const claims = textIn(language, 'shell.palette.words.claims').split(', ')[0] ?? ''
    for (const [typed, expected] of [
      [claims, textIn(language, 'house.screens.claims')],
      [claims.toLocaleUpperCase(language), textIn(language, 'house.screens.claims')],
      [textIn(language, 'pages.mode.label').slice(0, 8), textIn(language, 'pages.mode.label')],
      [textIn(language, 'shell.palette.words.logout').split(', ')[0] ?? '', textIn(language, 'auth.loading.logout')],
    ] as const) {
      await input.fill(typed)
      await dialog.getByRole('option').filter({ hasText: expected }).first().waitFor()
    }
    await input.fill('qzqz')
    await dialog.getByText(textIn(language, 'shell.palette.found', { count: 0 })).waitFor()
    await shoot(page, `search in ${language}`)
    await page.close()
  }
})
