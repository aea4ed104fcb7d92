// Reminders of low credit: a reseller chooses when they are sent and reminds a shop by hand; the shop switches its reminders off.
import { expect } from 'vitest'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { newCustomer, nordOn } from '../../kit/credit.ts'
import { t } from '../../kit/texts.ts'

test('a reseller sets when shops are reminded, and reminds a shop by hand at most once a day; the list shows the reminder', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/reminders', { account: { preferences: {} } })
  const customer = await newCustomer(page)
  await page
    .getByRole('button', { name: t('words.change') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.remind_when')).selectOption('days')
  await dialog.getByLabel(t('fields.lasts_days')).fill('3')
  await pressInDialog(page, t('house.words.save'))
  await dialog.waitFor({ state: 'detached' })
  expect((await callsOn(page).creditReminders({})).rule).toMatchObject({ remind_when: 'days', lasts_days: 3 })
  await shoot(page, 'reminders')

  await page.goto(`/customers/view?q=${customer.username}`)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('customers.remind.open') }).click()
  await pressInDialog(page, t('customers.remind.send'))
  await page.getByRole('dialog', { name: t('customers.remind.sent', { n: 1 }) }).waitFor()
  await shoot(page, 'reminded by hand')
  const { content } = await callsOn(page).creditReminders({})
  expect(content.filter(({ customer_id }) => customer_id === customer.customer_id)).toMatchObject([{ cause: 'hand', channel: 'email' }])
  const again = await callsOn(page).creditRemind({ customer_ids: [customer.customer_id] })
  expect(again.rows[0]?.outcome).toBe('today')
})

test('a shop switches its reminders off', async ({ newPage }) => {
  const page = await newPage({ as: 'kiosque', account: { preferences: {} } })
  await page.goto('/seller/credit')
  await page.getByRole('button', { name: t('words.change') }).click()
  await page.getByRole('dialog').getByLabel(t('fields.remind_by')).selectOption('off')
  await pressInDialog(page, t('house.words.save'))
  await page.getByText(t('credit.reminders.own.off')).waitFor()
  expect((await callsOn(page).ownReminders({})).remind_by).toBe('off')
})
