// The audit log on the screen: a recent change, the values it replaced, its history, and the proof that no row was altered.
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'

test('a change is in the audit log with old and new values, and its row leads to the history of the changed thing', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, '/staff/view?q=terrain')
  await page.getByRole('link', { name: 'Théo Terrain', exact: true }).click()
  await page.getByLabel(begins('fields.job_role')).fill('Tournées du nord')
  await page.getByRole('button', { name: begins('house.words.save') }).click()
  await page.getByText(begins('staff.form.saved')).waitFor()

  await go(page, '/audit?action=staffUpdate')
  await page
    .getByRole('row', { name: /Théo Terrain/ })
    // The newest entry comes first. Older entries may be there too, because other journeys change people.
    .first()
    .getByRole('link')
    .click()
  const entry = page.getByRole('dialog', { name: t('audit.actions.staffUpdate') })
  await entry.getByRole('row', { name: `${t('fields.job_role')} Commercial Tournées du nord` }).waitFor()
  await entry.getByRole('link', { name: begins('words.history') }).click()
  await page.getByRole('heading', { level: 1, name: t('words.history') }).waitFor()
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect.poll(() => rows.count()).toBeGreaterThan(0)
  expect(await rows.filter({ hasNotText: 'Théo Terrain' }).count()).toBe(0)
  await page.getByRole('link', { name: t('audit.whole') }).click()
  await page.getByRole('heading', { level: 1, name: t('house.screens.audit') }).waitFor()
})

test('one press of Enter checks the hash chain of the audit log, and Escape closes an opened row and returns the focus to it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, '/audit')
  await page.getByRole('button', { name: t('audit.chain.check') }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(t('audit.chain.sound')).waitFor()
  const link = page.getByRole('row').getByRole('link').first()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('entry')).toBe(false)
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
})
