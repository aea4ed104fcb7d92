// The platform closes a case (a contradiction between a supplier and the books): it finds the case at its former address and by the tab of its source, and
// closes it with a note of what was done.
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { newCase } from '../../kit/cases.ts'
import { go } from '../../kit/open-page.ts'
import { named, t } from '../../kit/texts.ts'

test('a case is found at its former address, is listed only under its source, and is closed with a note of what was done', async ({ newPage }) => {
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await beforeTheApp(page)
  const calls = callsOn(page)
  await calls.tenantChoose({ tenant_id: 1 })
  const { subject, statement_id } = await newCase(calls)

  await go(page, `/statement-cases?statement=${statement_id}`)
  await page.getByRole('heading', { level: 1, name: t('house.screens.cases') }).waitFor()
  const close = page.getByRole('button', { name: named(t('house.words.close'), subject) })
  await close.waitFor()
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(`/cases?statement=${statement_id}`)

  const tabs = page.getByRole('navigation', { name: t('house.screens.cases') })
  const open = async (source: 'order' | 'statement') => {
    await tabs.getByRole('link', { name: t(`connections.case.sources.${source}`) }).click()
    await page.waitForURL((url) => url.searchParams.get('source') === source)
    expect(await tabs.locator('[aria-current]').allTextContents()).toEqual([t(`connections.case.sources.${source}`)])
  }
  await open('order')
  await close.waitFor({ state: 'detached' })
  await open('statement')

  await close.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('connections.case.reason')).fill('réclamé par courrier')
  await dialog
    .locator('form')
    .getByRole('button', { name: t('house.words.close') })
    .click()
  await dialog.waitFor({ state: 'hidden' })
  await close.waitFor({ state: 'detached' })
  expect((await calls.casesList({ filters: { statement_id } })).content).toMatchObject([{ subject, reason: 'réclamé par courrier' }])
})
