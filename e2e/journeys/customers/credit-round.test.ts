// A credit round by keyboard: the page proposes an amount for each shop, the user changes one, and the server books all of them as one run.
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { nordOn } from '../../kit/credit.ts'
import { t } from '../../kit/texts.ts'

test('a user changes one amount and books the proposed credit of all shops; a shop that a colleague credited meanwhile gets no credit', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/round')
  await page.getByLabel(t('credit.round.days')).fill('31')
  await page.keyboard.press('Enter')
  const amounts = page.locator('input[data-amount]')
  await amounts.nth(1).waitFor()
  const { content } = await callsOn(page).creditProposals({ days: 31 })
  const needing = content.filter(({ proposed }) => proposed > 0)
  expect(await amounts.count()).toBe(needing.length)
  await shoot(page, 'credit round')

  await amounts.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('12,50')
  expect(await amounts.nth(1).inputValue()).toBe('12,50')
  // Another user credits the first shop while this page is open.
  const calls = callsOn(page)
  const { transaction_key } = await calls.transactionKey({})
  await calls.walletChange({ transaction_key, customer_id: needing[0]?.customer_id ?? '', amount: EURO })
  await page.keyboard.press('Enter')
  const sum = needing.reduce((all, { proposed }, i) => all + (i === 1 ? 12.5 * EURO : proposed), 0) / EURO
  const figure = `${sum
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+(?!\d))/g, '.')} €`
  await pressInDialog(page, t('words.top_up_amount', { amount: figure }))
  const outcome = (i: number, text: string) =>
    page
      .getByRole('row')
      .filter({ hasText: needing[i]?.username ?? '' })
      .getByText(text)
      .waitFor()
  await outcome(0, t('errors.refusals.changed_meanwhile'))
  await outcome(1, t('credit.multi.booked'))
  const { content: booked } = await calls.walletRecent({ customer_id: needing[1]?.customer_id ?? '' })
  expect(booked[0]?.amount).toBe(12.5 * EURO)
})
