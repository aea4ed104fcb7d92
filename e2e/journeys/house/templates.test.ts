// The six templates (looks) of an organisation, light and dark, on the two screens with the most kinds of elements.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { colourWrongsOf, overflowsOf, wrongsOf } from '../../views/screen-check.ts'
import { colour } from '../../views/sweep.ts'
import { tillViews } from '../../views/till-views.ts'
import { officeViews } from '../../views/views.ts'

const TEMPLATES = [0, 1, 2, 3, 4, 5]
const views = [...officeViews, ...tillViews].filter(({ name }) => name === '/dashboard' || name === '/cashcards/ with a card chosen')
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 800 }

test.for(views)('the view $name passes the checks of accessibility and layout in all templates', async ({ name, by, open }, { newPage }) => {
  const page = await newPage({ ...by, kept: { ...by?.kept, mode: 'dark' }, viewport: DESK })
  await open(page)
  const wrongs: string[] = []
  const add = (where: string, found: string[]) => void wrongs.push(...found.map((wrong) => `${where}: ${wrong}`))
  for (const template of TEMPLATES) {
    await page.setViewportSize(DESK)
    await dressed(page, template)
    await colour(page, 'dark')
    add(`${template} dark`, await wrongsOf(page))
    await shoot(page, `template ${template} dark ${name}`)
    await colour(page, 'light')
    add(`${template} light`, await colourWrongsOf(page))
    await shoot(page, `template ${template} light ${name}`)
    await page.setViewportSize(PHONE)
    add(`${template} light 360`, await overflowsOf(page))
  }
  expect(wrongs).toEqual([])
})

/** Applies a template as the app does for the template that an account's organisation has chosen (themes/look.ts). */
const dressed = (page: Page, template: number) =>
  page.evaluate((chosen) => {
    document.documentElement.dataset['template'] = String(chosen)
  }, template)

test('the page is shown in the template that its organisation has chosen', async ({ newPage }) => {
  for (const template of TEMPLATES.slice(-2)) {
    const page = await newPage({ as: 'nord', account: { template } })
    await page.goto('/settings')
    await page.locator(`html[data-template="${template}"]`).waitFor({ state: 'attached' })
  }
})

test('control: the check of colours finds a text that is too pale in only one template', async ({ newPage }) => {
  const page = await newPage({ viewport: DESK })
  await page.goto('/version')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.planted { color: black; background: white } html[data-template="3"] .planted { color: #ccc }')
    document.adoptedStyleSheets = [sheet]
    document.body.insertAdjacentHTML('beforeend', '<p class="planted">pale</p>')
  })
  const found: number[] = []
  for (const template of TEMPLATES) {
    await dressed(page, template)
    await colour(page, 'light')
    if ((await colourWrongsOf(page)).some((wrong) => wrong.includes('planted'))) found.push(template)
  }
  expect(found).toEqual([3])
})
