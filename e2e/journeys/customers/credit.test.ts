// Credit on the screens: large amounts need a second person, a sale can trigger automatic credit, and not every user sees the rules for automatic credit.

import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { pressInDialog, shoot, signIn, test } from '../../kit/browser.ts'
import { callsOn, platformAtNord } from '../../kit/calls.ts'
import { amountsOf, newCustomer, nordOn } from '../../kit/credit.ts'
import { showAllNotices } from '../../kit/notices.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, named, t } from '../../kit/texts.ts'

/** An amount in euros that no other journey reaches, because the limit that this journey sets applies to the whole organisation. */
const MUCH = 40_000

/** Lets the platform approve nord's waiting request to change the approval rule, so that the limit is removed. */
async function letPass() {
  const { creditRequestsList, creditRequestDecide } = await platformAtNord()
  const { content } = await creditRequestsList({ filters: { state: 'waiting' } })
  for (const { request_id, type } of content) if (type === 'approval_rule') await creditRequestDecide({ request_id, action: 'approve' })
}

test('a large credit waits for approval: its author cannot approve it, a colleague can, and the author is notified', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/requests')
  const { customer_id, name } = await newCustomer(page)
  const colleague = await newStaff({ flags: ['has_credit'], by: 'platform' })
  const double = await newStaff({ flags: ['has_credit'] })
  await page.getByRole('button', { name: t('words.change'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(t('fields.amount')).fill(String(MUCH))
  await pressInDialog(page, t('house.words.save'))
  await page.getByText(t('credit.requests.rule', { amount: '40.000,00 €' })).waitFor()
  try {
    await go(page, `/customer/${customer_id}/credit/add`)
    const amount = page.getByRole('textbox', { name: t('fields.amount'), exact: true })
    await amount.fill('40001')
    await page.getByText(begins('sales.booking.second_person')).waitFor()
    await page.getByLabel(t('sales.booking.again')).fill('40001')
    await page.getByRole('button', { name: t('words.top_up_amount', { amount: '40.001,00 €' }) }).click()
    await page.getByText(begins('sales.booking.waiting', { amount: '40.001,00 €' })).waitFor()
    expect(await amountsOf(page, customer_id)).toEqual([])
    await go(page, '/customer/credit/requests')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText(t('words.somebody_else_decides')).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)

    const doubles = await newPage()
    await signIn(doubles, double.username)
    await go(doubles, '/customer/credit/requests')
    const barred = doubles.getByRole('row').filter({ hasText: name })
    await barred.getByText(begins('credit.requests.barred.hand', { hand: 'Nadia Norbert', account: 'Camille Essai' })).waitFor()
    expect(await barred.getByRole('button').count()).toBe(0)
    await shoot(doubles, 'barred')
    await doubles.context().close()

    const theirs = await newPage()
    await signIn(theirs, colleague.username)
    await theirs.getByRole('button', { name: begins('house.shell.notices_unread') }).click()
    await theirs
      .getByRole('dialog', { name: t('house.shell.notices') })
      .getByRole('link', { name: begins('notices.kinds.credit_request', { name: 'Nadia Norbert', customer: name }) })
      .click()
    await theirs.getByRole('button', { name: named(t('words.approve'), name) }).click()
    await theirs.getByRole('dialog').getByLabel(begins('fields.reason')).fill('Acompte reçu')
    await pressInDialog(theirs, t('words.approve'))
    await theirs.getByRole('row').filter({ hasText: name }).getByText(t('credit.requests.states.approved')).waitFor()
    await shoot(theirs, 'approved')
    expect(await amountsOf(page, customer_id)).toEqual([40_001 * EURO])

    await page.reload()
    await page.getByRole('button', { name: begins('house.shell.notices_unread') }).click()
    const notices = page.getByRole('dialog', { name: t('house.shell.notices') })
    await showAllNotices(notices)
    await notices
      .getByText(begins('notices.kinds.credit_approved', { name: colleague.full_name, amount: '40.001,00 €', customer: name, reason: 'Acompte reçu' }))
      .waitFor()
  } finally {
    await callsOn(page).creditRulesUpdate({})
    await letPass()
  }
})

test('a sale that brings the balance below the trigger causes automatic credit; the shop reads no other shop’s history', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customers/view')
  const { customer_id, username, name } = await newShop()
  const { transaction_key } = await callsOn(page).transactionKey({})
  await callsOn(page).walletChange({ transaction_key, customer_id, amount: 60 * EURO, remarks: 'paie toujours en retard' })
  await go(page, `/customer/${customer_id}/credit/auto`)
  await page.getByRole('button', { name: t('credit.auto.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(begins('credit.auto.balance_trigger')).fill('55')
  await dialog.getByLabel(begins('credit.auto.balance_topup')).fill('70')
  await dialog.getByLabel(begins('fields.daily_limit')).fill('140')
  await dialog.getByText(t('credit.auto.simulation', { n: 0 })).waitFor()
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByText(t('credit.auto.sentence', { trigger: '55,00 €', amount: '70,00 €', limit: '140,00 €' })).waitFor()

  const shop = await newPage()
  await signIn(shop, username)
  const { sellerProductsV2, sell, transactionKey } = callsOn(shop)
  const offer = (await sellerProductsV2({})).content.find(({ left, value }) => left === null && value >= 10 * EURO)
  const sale = await sell({ ...(await transactionKey({})), configuration_id: offer?.configuration_id ?? '', quantity: 1 })
  const left = 60 * EURO - (sale.amount_total ?? 0) + 70 * EURO
  await go(shop, '/seller/credit')
  await shop
    .getByRole('row')
    .filter({ hasText: t('words.bookings.auto_credit') })
    .getByText('70,00 €')
    .waitFor()
  expect((await callsOn(shop).balance({})).balance).toBe(left)
  await shop
    .getByRole('row')
    .filter({ has: shop.getByRole('cell', { name: t('words.bookings.top_up'), exact: true }) })
    .waitFor()
  expect(await shop.getByText(/en retard|Nadia/).count()).toBe(0)
  await shoot(shop, 'own credit')

  await go(page, `/customer/${customer_id}/credit/auto?view=bookings`)
  await page.getByRole('row').filter({ hasText: name }).getByText('70,00 €').first().waitFor()
  for (const path of ['/customer/credit/history', '/customer/credit/multi', '/customer/credit/auto']) {
    await go(shop, path)
    await shop.waitForURL('**/pages/not-authorized?*')
  }
})

test('the log of credit limits shows a changed limit with old and new value, person and reason; staff without the right cannot open it', async ({
  newPage,
}) => {
  const page = await nordOn(newPage, '/customers/view')
  const { customer_id, name } = await newCustomer(page)
  await go(page, `/customer/${customer_id}/credit/add`)
  await page.getByText(t('sales.booking.types.credit_limit')).click()
  await page.getByRole('textbox', { name: t('fields.amount'), exact: true }).fill('250')
  await page.getByLabel(begins('fields.note')).fill('Caution déposée')
  await page.getByRole('button', { name: t('sales.booking.submit_limit', { amount: '250,00 €' }) }).click()
  await page.getByRole('status').filter({ hasText: name }).waitFor()

  await go(page, '/customer/credit/history')
  await page.getByRole('button', { name: t('credit.history.views.limits') }).click()
  const cells = page.getByRole('row').filter({ hasText: name }).getByRole('cell')
  await cells.first().waitFor()
  expect((await cells.allTextContents()).slice(1).map((text) => text.replace(/\s/g, ' '))).toEqual([
    ...[name, '0,00 €', '250,00 €', '250,00 €', 'Nadia Norbert', 'Caution déposée'],
  ])
  await page.locator('[data-list-tools]').waitFor()

  const staff = await newStaff()
  const theirs = await newPage()
  await signIn(theirs, staff.username)
  for (const path of ['/customer/credit/history', '/customer/credit/add', '/customer/credit/multi', '/customer/credit/requests', '/customer/credit/auto']) {
    await go(theirs, path)
    await theirs.waitForURL('**/pages/not-authorized?*')
  }
})
