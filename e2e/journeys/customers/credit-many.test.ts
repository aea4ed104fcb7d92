// Credit for many customers: entered from a file or by typing, and sent again after a failure or a lost answer.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { beforeTheApp } from '../../kit/calls.ts'
import { amountsOf, newCustomer, nordOn } from '../../kit/credit.ts'
import { go } from '../../kit/open-page.ts'
import { fetched } from '../../kit/requests.ts'
import { named, t } from '../../kit/texts.ts'

type Sent = { transaction_key: string; username: string; amount: string }

/** Records the rows of each request that the page sends. `answers` decides whether the answer to the nth request reaches the page. */
async function watchMany(page: Page, answers: (asked: number) => boolean = () => true): Promise<Sent[][]> {
  const sent: Sent[][] = []
  await page.route('**/api/start_credit_run/', async (route) => {
    const rows = /name="rows"\r\n\r\n(.*?)\r\n/s.exec(route.request().postData() ?? '')?.[1] ?? '[]'
    sent.push(JSON.parse(rows))
    if (answers(sent.length)) return route.continue()
    await fetched(route)
    return route.abort('connectionreset')
  })
  return sent
}

async function sendFile(page: Page, csv: string, figure: string) {
  await expect.poll(() => page.getByLabel(t('credit.multi.file')).isEnabled()).toBe(true)
  await page.getByLabel(t('credit.multi.file')).setInputFiles({ name: 'credit.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: figure }) }).click()
  await pressInDialog(page, t('words.top_up_amount', { amount: figure }))
}

test('if one row of a file is wrong, the other rows are booked; the wrong row is corrected and sent again alone', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const [one, two] = [await newCustomer(page), await newCustomer(page)]
  await page.reload()
  const sent = await watchMany(page)
  const csv = `identifiant;montant;note\n${one.username};11,50;loyer\nnobody-here;5\n${two.username.toUpperCase()};7.25\n`
  await sendFile(page, csv, '23,75 €')

  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 2 }))
    .waitFor()
  await page.getByRole('row').filter({ hasText: 'nobody-here' }).getByText(t('credit.multi.not_yours')).waitFor()
  await page.reload()
  await page.getByRole('button', { name: t('credit.multi.retry', { n: 1 }) }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual([sent[0]?.[1]])
  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 2 }))
    .waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: t('credit.multi.result_file') }).click()
  expect((await file).suggestedFilename()).toMatch(/^credits-.*\.csv$/)
  await shoot(page, 'many, one refused')

  await page.getByRole('button', { name: t('credit.multi.correct') }).click()
  await page.getByLabel(named(t('fields.username'), 'nobody-here')).fill(two.username)
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: '5,00 €' }) }).click()
  await pressInDialog(page, t('words.top_up_amount', { amount: '5,00 €' }))
  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 1 }))
    .waitFor()
  expect(await amountsOf(page, one.customer_id)).toEqual([11.5 * EURO])
  expect((await amountsOf(page, two.customer_id)).sort((a, b) => a - b)).toEqual([5 * EURO, 7.25 * EURO])
  await page.getByRole('button', { name: t('credit.multi.another') }).click()
})

test('if the tab is closed right after sending, the server still books the rows, and a returning user sees the result', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const one = await newCustomer(page)
  await page.reload()
  await expect.poll(() => page.getByLabel(t('credit.multi.file')).isEnabled()).toBe(true)
  const begun = page.waitForResponse('**/api/start_credit_run/')
  await sendFile(page, Array.from({ length: 120 }, () => `${one.username};1`).join('\n'), '120,00 €')
  await begun
  await beforeTheApp(page)
  // All 120 rows are booked, but the history returns at most a hundred rows per page.
  await expect.poll(async () => (await amountsOf(page, one.customer_id)).length).toBe(100)
  await go(page, '/customer/credit/multi')
  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 120 }))
    .waitFor()
  await shoot(page, 'many, back again')
  await page.getByRole('button', { name: t('credit.multi.another') }).click()
})

test('a long file is shown one page at a time; one press leads to its first wrong line, which is corrected without sending anything', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const lines = Array.from({ length: 250 }, (_, n) => `nobody-${n + 1};${n === 229 ? 'beaucoup' : '1,00'}`)
  await expect.poll(() => page.getByLabel(t('credit.multi.file')).isEnabled()).toBe(true)
  await page.getByLabel(t('credit.multi.file')).setInputFiles({ name: 'credit.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByText(t('credit.multi.bad', { n: 1 })).waitFor()
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(100)
  await page.getByRole('button', { name: t('credit.multi.first_bad') }).click()
  const wrong = page.getByLabel(named(t('fields.amount'), 'nobody-230'), { exact: true })
  expect(await wrong.inputValue()).toBe('beaucoup')
  expect(await page.locator('tbody').getByRole('row').count()).toBe(50)
  await wrong.fill('2')
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: '251,00 €' }) }).waitFor()
  await page.getByRole('button', { name: t('words.start_over') }).click()
})

test('customers are found by typing, one after the other, and credited; the page sends fewer than 15 requests for them', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const [one, two] = [await newCustomer(page), await newCustomer(page)]
  let asked = 0
  await page.route('**/api/view_customers_list_with_less_data/', (route) => {
    asked++
    return route.continue()
  })
  await page.reload()
  const search = page.getByRole('combobox', { name: t('house.screens.customer_add') })
  for (const { username, name } of [one, two]) {
    await search.click()
    await page.keyboard.type(username)
    await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual([name])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    expect(await search.inputValue()).toBe('')
  }
  await page.getByRole('textbox', { name: t('credit.multi.same') }).fill('2')
  await page.getByRole('button', { name: t('credit.multi.same_apply') }).click()
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: '4,00 €' }) }).click()
  await pressInDialog(page, t('words.top_up_amount', { amount: '4,00 €' }))
  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 2 }))
    .waitFor()
  expect([await amountsOf(page, one.customer_id), await amountsOf(page, two.customer_id)]).toEqual([[2 * EURO], [2 * EURO]])
  expect(asked).toBeLessThan(15)
  await page.getByRole('button', { name: t('credit.multi.another') }).click()
})

test('rows that are sent again after a lost answer, even after a reload, credit no customer twice', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const [one, two] = [await newCustomer(page), await newCustomer(page)]
  await page.reload()
  const sent = await watchMany(page, (asked) => asked > 1)
  await sendFile(page, `${one.username};3\n${two.username};4`, '7,00 €')
  await page.getByText(t('credit.multi.open', { n: 2 })).waitFor()
  await page.reload()
  await page.getByRole('button', { name: t('credit.multi.go_on', { n: 2 }) }).click()
  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 2 }))
    .waitFor()
  expect(sent[1]).toEqual(sent[0])
  expect([await amountsOf(page, one.customer_id), await amountsOf(page, two.customer_id)]).toEqual([[3 * EURO], [4 * EURO]])
  await page.getByRole('button', { name: t('credit.multi.another') }).click()
})
