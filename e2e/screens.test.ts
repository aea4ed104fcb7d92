// Every screen, as somebody who may open it and with something in it: light and dark, at a desk and on a phone.
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
      await shoot(page, `${name.replaceAll('/', '_')} ${mode} ${width}`)
    }
    await page.context().close()
  }
  return wrongs
}

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
