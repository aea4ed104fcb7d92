// A report by mail: set up beside the export of a list, seen in its screen, paused and deleted there.
import { expect } from 'vitest'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { begins, t } from '../../kit/texts.ts'

test('a user has a list sent by mail each week, sees it in the list, pauses and deletes it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} } })
  await page.goto('/customers/view')
  await page.locator('[data-list-tools]').click()
  await page.locator('[data-list-export]').click()
  await page.locator('[data-schedule]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.rhythm')).selectOption('weekly')
  await dialog.getByLabel(t('fields.weekday')).selectOption('5')
  await shoot(page, 'by mail')
  await pressInDialog(page, t('ledgers.by_mail.submit'))
  await page.getByRole('link', { name: t('ledgers.by_mail.all') }).click()
  await page.getByRole('button', { name: begins('ledgers.by_mail.actions.pause') }).click()
  await page.getByText(t('ledgers.by_mail.states.paused')).waitFor()
  await shoot(page, 'reports by mail')
  const calls = callsOn(page)
  expect((await calls.reportSchedules({})).content).toMatchObject([{ rhythm: 'weekly', weekday: 5, hour: 7, state: 'paused' }])
  await page.getByRole('button', { name: begins('ledgers.by_mail.actions.delete') }).click()
  await pressInDialog(page, t('ledgers.by_mail.actions.delete'))
  await page.getByText(t('ledgers.by_mail.nothing')).waitFor()
})
