// A report by mail: set up beside the export of a list, then shown, paused and deleted on the screen of scheduled reports.
import { expect } from 'vitest'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { begins, language, t } from '../../kit/texts.ts'

/** The weekday's name as the list writes it: 27 November 2026 is a Friday. */
const FRIDAY = new Intl.DateTimeFormat(language(), { weekday: 'long' }).format(new Date('2026-11-27T12:00:00Z'))

test('a user schedules a list by mail each week, finds it on the screen of scheduled reports, pauses and deletes it', async ({ newPage }) => {
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
  const row = page.getByRole('row').filter({ hasText: FRIDAY })
  await row.getByRole('button', { name: begins('ledgers.by_mail.actions.pause') }).click()
  await row.getByText(t('ledgers.by_mail.states.paused')).waitFor()
  await shoot(page, 'reports by mail')
  const calls = callsOn(page)
  const mine = async () => (await calls.reportSchedules({})).content.filter(({ weekday }) => weekday === 5)
  expect(await mine()).toMatchObject([{ rhythm: 'weekly', weekday: 5, hour: 7, state: 'paused' }])
  await row.getByRole('button', { name: begins('ledgers.by_mail.actions.delete') }).click()
  await pressInDialog(page, t('ledgers.by_mail.actions.delete'))
  await row.waitFor({ state: 'detached' })
  expect(await mine()).toEqual([])
})
