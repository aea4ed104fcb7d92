// The six templates of an organisation, light and dark, on the two screens that show the most of them.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../kit/browser.ts'
import { fetched } from '../kit/fetched.ts'
import { colourWrongsOf, overflowsOf, wrongsOf } from '../views/screen-check.ts'
import { colour } from '../views/sweep.ts'
import { tillViews } from '../views/till-views.ts'
import { officeViews } from '../views/views.ts'

const views = [...officeViews, ...tillViews].filter(({ name }) => name === '/dashboard' || name === '/cashcards/ with a card chosen')
const cases = [0, 1, 2, 3, 4, 5].flatMap((template) => views.map((view) => ({ template, view, name: view.name })))

test.for(cases)('template $template: $name is sound', async ({ template, view: { name, by, open } }, { newPage }) => {
  const page = await newPage({ together: true, ...by, kept: { ...by?.kept, mode: 'dark' }, viewport: { width: 1440, height: 900 } })
  await withTemplate(page, template)
  await open(page)
  expect(await page.getAttribute('html', 'data-template')).toBe(String(template))
  expect(await wrongsOf(page)).toEqual([])
  await shoot(page, `template ${template} dark ${name}`)
  await colour(page, 'light')
  expect(await colourWrongsOf(page)).toEqual([])
  await shoot(page, `template ${template} light ${name}`)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowsOf(page)).toEqual([])
})

/** As if the account's organisation had chosen it. */
async function withTemplate(page: Page, template: number) {
  await page.route('**/api/auth_check/', async (route) => {
    const response = await fetched(route)
    await route.fulfill({ response, json: { ...(await response.json()), template } })
  })
}
