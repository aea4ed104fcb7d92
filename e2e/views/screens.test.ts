// Every screen, with content, as somebody who may open it: light and dark, on a desktop and a phone. (The shop's screens are in shop-screens.test.ts.)
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../kit/browser.ts'
import { t } from '../kit/texts.ts'
import { colourWrongsOf, wrongsOf } from './screen-check.ts'
import { sweep, sweepAll } from './sweep.ts'
import { tillViews } from './till-views.ts'
import { officeViews, ownShopViews, publicViews } from './views.ts'

/** Imported by URL, because the code of the screens is not type-checked in this project. */
const { screens }: { screens: readonly { path: string }[] } = await import(new URL('../../web/screens/screens.ts', import.meta.url).href)

test('every screen of the house is among the views', () => {
  const seen = [...officeViews, ...ownShopViews, ...tillViews].map(({ name }) => name)
  expect(screens.length).toBeGreaterThan(0)
  expect(screens.map(({ path }) => path).filter((path) => !seen.includes(path))).toEqual([])
})

sweepAll([...publicViews, ...officeViews, ...tillViews])

test('the drawer of a phone is sound and leads on', async ({ newPage }) => {
  const open = async (page: Page) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: t('house.shell.more') }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('house.screens.stock') })
      .waitFor()
  }
  expect(await sweep({ name: 'drawer', by: { as: 'nord' }, open }, newPage, [360])).toEqual([])
})

test('the check itself sees a nameless button, a pale text and a control beyond the edge', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 360, height: 900 } })
  await page.goto('/version')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<p style="color:#ccc">pale</p><button style="position:fixed;left:100px;width:100%"></button>'),
  )
  const wrongs = (await wrongsOf(page)).join('\n')
  for (const wrong of ['button-name', 'color-contrast', 'crosses the window']) expect(wrongs).toContain(wrong)
  expect((await colourWrongsOf(page)).join('\n')).toContain('color-contrast')
})
