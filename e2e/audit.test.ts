// The audit log on the screen: a change just made, what it replaced, its history, and the proof that no row was altered.
import { expect } from 'vitest'
import { test } from './browser.ts'

test('what was changed stands in the log with before and after, and leads to its history', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/staff/view?q=terrain')
  await page.getByRole('link', { name: 'Théo Terrain', exact: true }).click()
  await page.getByLabel(/^Fonction/).fill('Tournées du nord')
  await page.getByRole('button', { name: /^Enregistrer/ }).click()
  await page.getByText(/^Enregistré\./).waitFor()

  await page.goto('/audit?action=staffUpdate')
  await page
    .getByRole('row', { name: /Théo Terrain/ })
    // Newest first: other journeys change people too.
    .first()
    .getByRole('link')
    .click()
  const entry = page.getByRole('dialog', { name: 'Droits ou données d’une personne modifiés' })
  await entry.getByRole('row', { name: 'Fonction Commercial Tournées du nord' }).waitFor()
  await entry.getByRole('link', { name: /^Historique/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Historique' }).waitFor()
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect.poll(() => rows.count()).toBeGreaterThan(0)
  expect(await rows.filter({ hasNotText: 'Théo Terrain' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Journal complet' }).click()
  await page.getByRole('heading', { level: 1, name: 'Journal d’audit' }).waitFor()
})

test('the chain is proven at a press of Enter, and Escape closes a row and gives the focus back', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/audit')
  await page.getByRole('button', { name: 'Vérifier la chaîne' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Chaque ligne est telle qu’elle a été écrite').waitFor()
  const link = page.getByRole('row').getByRole('link').first()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('entry')).toBe(false)
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
})
