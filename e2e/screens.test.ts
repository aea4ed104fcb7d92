// Every screen, as somebody who may open it and with something in it: light and dark, at a desk and on a phone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from './browser.ts'
import { wrongsOf } from './screen-check.ts'
import { officeViews, publicViews, tillViews, type View } from './views.ts'

const WIDTHS = [1440, 360]
const HEIGHT = 900
const modes = ['light', 'dark'] as const

/** What each state of a view has wrong, told by mode and width. */
async function sweep({ name, by, open }: View, newPage: (options: View['by']) => Promise<Page>, widths = WIDTHS): Promise<string[]> {
  const wrongs: string[] = []
  for (const mode of modes) {
    const page = await newPage({ ...by, kept: { ...by?.kept, mode }, viewport: { width: widths[0] ?? 0, height: HEIGHT } })
    await open(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT })
      wrongs.push(...(await wrongsOf(page)).map((wrong) => `${mode} ${width}: ${wrong}`))
      await shoot(page, `${name} ${mode} ${width}`)
    }
    await page.context().close()
  }
  return wrongs
}

test('every screen of the house is among the views', () => {
  const seen = [...officeViews, ...tillViews].map(({ name }) => name)
  const paths = [...readFileSync(join(import.meta.dirname, '../web/screens.ts'), 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => path !== undefined && !seen.includes(path))).toEqual([])
})

test.for([...publicViews, ...officeViews, ...tillViews])('$name is sound', async (view, { newPage }) => {
  expect(await sweep(view, newPage)).toEqual([])
})

test('the drawer of a phone is sound and leads on', async ({ newPage }) => {
  const open = async (page: Page) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Plus' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Stock de PIN' }).waitFor()
  }
  expect(await sweep({ name: 'drawer', by: { as: 'nord' }, open }, newPage, [360])).toEqual([])
})

test('the check itself sees a nameless button, a pale text and a control beyond the edge', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 360, height: HEIGHT } })
  await page.goto('/version')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<p style="color:#ccc">pale</p><button style="position:fixed;left:100px;width:100%"></button>'),
  )
  const wrongs = (await wrongsOf(page)).join('\n')
  for (const wrong of ['button-name', 'color-contrast', 'crosses the window']) expect(wrongs).toContain(wrong)
})
