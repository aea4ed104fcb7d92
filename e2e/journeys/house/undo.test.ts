// A harmless change that was just saved can be undone with one press, on whatever screen the user is by then; other changes cannot be undone.
import { expect } from 'vitest'
import { test, unique } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'

test('a saved town is undone with one press on another screen; for a saved mail address no undoing is offered', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const calls = callsOn(page)
  const { supplier_id } = await calls.supplierAdd({ company: `Grossiste ${unique()}`, city: 'Lille', email: 'a@grossiste.example' })
  const supplier = async () => (await calls.suppliersList({ filters: { supplier_id } })).content[0]
  const save = async () => {
    await page.getByRole('button', { name: t('house.words.save') }).click()
    await page.getByRole('status').getByText(t('house.words.saved'), { exact: true }).waitFor()
  }
  const undo = page.getByRole('button', { name: t('shell.undo.undo'), exact: true })
  await go(page, `/supplier/edit/${supplier_id}`)
  await page.getByLabel(begins('fields.email')).fill('b@grossiste.example')
  await save()
  expect((await supplier())?.email).toBe('b@grossiste.example')
  expect(await undo.count()).toBe(0)

  await page.getByLabel(begins('fields.town')).fill('Metz')
  await save()
  await undo.hover()
  expect((await supplier())?.city).toBe('Metz')
  await page
    .getByRole('link', { name: t('house.screens.products'), exact: true })
    .first()
    .click()
  await page.waitForURL('**/products/view')
  await undo.click()
  await page.getByText(t('shell.undo.done')).waitFor()
  expect(await supplier()).toMatchObject({ city: 'Lille', email: 'b@grossiste.example' })
})
