// Checks every screen, with content, as a user who may open it: light and dark, on a desktop and a phone. (shop-screens.test.ts checks the screens of a
// reseller's business.)
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { languages } from '../../contract/kit/languages.ts'
import { test, unique } from '../kit/browser.ts'
import { callsOn } from '../kit/calls.ts'
import { go, ready } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { labelWrongsOf } from './label-check.ts'
import { colourWrongsOf, wrongsOf } from './screen-check.ts'
import { sweep, sweepAll } from './sweep.ts'
import { tableWrongsOf } from './table-check.ts'
import { tillViews } from './till-views.ts'
import { topUpViews } from './top-up-views.ts'
import { officeViews, ownShopViews, publicViews } from './views.ts'

/** The screens are imported by URL, because their code is not type-checked in this project. */
const { screens }: { screens: readonly { path: string }[] } = await import(new URL('../../web/screens/screens.ts', import.meta.url).href)

test('every screen of the app is among the swept views', () => {
  const seen = [...officeViews, ...ownShopViews, ...tillViews, ...topUpViews].map(({ name }) => name)
  expect(screens.length).toBeGreaterThan(0)
  expect(screens.map(({ path }) => path).filter((path) => !seen.includes(path))).toEqual([])
})

sweepAll([...publicViews, ...officeViews, ...tillViews, ...topUpViews])

test('on a phone the open menu passes the checks of accessibility and layout', async ({ newPage }) => {
  const open = async (page: Page) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: t('house.shell.more') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: begins('house.groups.catalogue') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('house.screens.stock') })
      .waitFor()
  }
  expect(await sweep({ name: 'drawer', by: { as: 'nord' }, open }, newPage, [360])).toEqual([])
})

test('control: the checks of accessibility and layout find a button without a name, a pale text and a control beyond the window’s edge', async ({
  newPage,
}) => {
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

test('control: the check of labels finds a cut label, a label in two lines, a misplaced main action, two stars, and a text such as "undefined"', async ({
  newPage,
}) => {
  const page = await newPage({ viewport: { width: 360, height: 900 } })
  await page.goto('/version')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await labelWrongsOf(page)).toEqual([])
  await page.evaluate(() =>
    document.body.insertAdjacentHTML(
      'beforeend',
      `<span class="mantine-Button-label" style="display:block;width:40px;overflow:hidden;white-space:nowrap">far too long</span>
       <span class="badge" style="display:block;width:30px;white-space:normal">two lines</span><p>Total: NaN</p>
       <dl><dt style="width:30px;overflow:hidden;white-space:nowrap">change of the limits</dt></dl>
       <label data-required="true">City<span class="mantine-InputWrapper-required" style="display:inline"> *</span></label>
       <div data-actions><a class="mantine-Button-root">Add</a><a class="mantine-Button-root" data-variant="default">Stop</a></div>`,
    ),
  )
  expect((await labelWrongsOf(page)).sort()).toEqual([
    'a label has two lines: two lines',
    'a label is cut: far too long',
    'a required field has two stars: City *',
    'no text for people: Total: NaN',
    'the main action is not the last: Add',
    'the name of a figure is cut: change of the limits',
  ])
})

test('control: a fault that exists in only one colour mode at one width is reported for exactly that mode and width', async ({ newPage }) => {
  const states = ['light 1440', 'dark 1440', 'dark 360', 'light 360'].map((state) => state.split(' ') as [string, string])
  const rules = states.map(
    ([mode, width]) => `@media (${width === '360' ? 'max' : 'min'}-width: 700px) { html[data-mode=${mode}] .${mode}-${width} { color: #ccc !important } }`,
  )
  const open = async (page: Page) => {
    await page.goto('/version')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(
      ({ rules, names }) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`.planted { color: black; background: white } ${rules.join(' ')}`)
        document.adoptedStyleSheets = [sheet]
        document.body.insertAdjacentHTML('beforeend', names.map((name) => `<p class="planted ${name}">pale</p>`).join(''))
      },
      { rules, names: states.map((state) => state.join('-')) },
    )
  }
  const wrongs = await sweep({ name: 'planted', by: { together: false }, open }, newPage)
  expect(wrongs.map((wrong) => wrong.replace(/" data.*|">.*/, ''))).toEqual(
    states.map(([mode, width]) => `${mode} ${width}: color-contrast: <p class="planted ${mode}-${width}`),
  )
})

test('control: the check of positions finds rows and a chart that begin too far down, and a page whose parts move', async ({ newPage }) => {
  const found = async (path: string, first: string, isPlanted: boolean) => {
    const open = async (page: Page) => {
      await go(page, path)
      await page.locator(`main ${first}`).first().waitFor()
      if (!isPlanted) return
      await ready(page)
      await page.evaluate(async () => {
        // The browser reports moves only of elements that were already painted, so the test waits for two frames first.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        const block = document.createElement('p')
        block.style.height = '200px'
        document.querySelector('main')?.prepend(block)
      })
    }
    const wrongs = await sweep({ name: `${path}#control`, by: { as: 'nord' }, open }, newPage)
    return wrongs.map((wrong) => wrong.replace(/ (at|by) \d.*/, ''))
  }
  expect(await found('/suppliers/view', '[data-list] tbody a', false)).toEqual([])
  expect(await found('/suppliers/view', '[data-list] tbody a', true)).toEqual([
    'light 1440: the first row begins',
    'light 1440: moves',
    'dark 360: the first row begins',
  ])
  expect(await found('/reports-sales-new', '[data-chart]', true)).toEqual(['light 1440: the chart begins', 'light 1440: moves'])
})

/** The widest lists. Together they contain every kind of text that must stay in one line, and buttons. */
const WIDE = ['/customers/view', '/customer/credit/history', '/invoices-all', '/reclaim-requests']
const TABLE_WIDTHS = [1440, 1024, 360]

/** Checks the tables of a page at each width. `planted`: CSS rules that are added to the page to cause a fault on purpose. */
async function tablesAt(page: Page, path: string, planted = ''): Promise<string[]> {
  await page.setViewportSize({ width: TABLE_WIDTHS[0] ?? 0, height: 900 })
  await page.goto(path)
  await page.locator('main [data-list] section[aria-busy=false] tbody tr').first().waitFor()
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, planted)
  const wrongs: string[] = []
  for (const width of TABLE_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    wrongs.push(...(await tableWrongsOf(page)).map((wrong) => `${path} ${width}: ${wrong}`))
  }
  return wrongs
}

test.for(languages)('in wide lists no date, amount or number is broken over two lines, and the buttons are visible, in %s', async (language, { newPage }) => {
  const page = await newPage({ as: 'nord', account: { language, preferences: {} }, kept: { language } })
  const wrongs: string[] = []
  for (const path of WIDE) wrongs.push(...(await tablesAt(page, path)))
  expect(wrongs).toEqual([])
})

test('control: the check of tables finds a broken date, a button out of sight, and a row that shows only its name', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} } })
  const narrow = 'main table { width: 300px !important } main td { white-space: normal !important; word-break: break-all }'
  expect((await tablesAt(page, '/customers/view', narrow)).join()).toContain('1440: broken across lines')
  const wide = 'main table { min-width: 2000px } main [data-end] { position: static !important }'
  expect((await tablesAt(page, '/customers/view', wide)).join()).toContain('1024: a button out of sight')
  const folded = 'main tbody td:not([data-part="name"]) { display: none !important }'
  expect((await tablesAt(page, '/customers/view', folded)).join()).toContain('360: a row shows nothing but its name')
})

test('a view shows nothing that the previous view left, even if both use the same page', async ({ newPage }) => {
  const pages: Page[] = []
  const found: object[] = []
  const open = (path: string) => async (page: Page) => {
    pages.push(page)
    await go(page, path)
    await page.getByRole('searchbox').first().waitFor()
    found.push(
      await page.evaluate(() => ({ left: localStorage.getItem('left'), began: performance.timeOrigin, headings: document.querySelectorAll('h1').length })),
    )
    await page.evaluate(() => localStorage.setItem('left', 'a draft'))
  }
  for (const path of ['/suppliers/view', '/customers/view'])
    expect(await sweep({ name: `${path}#again`, by: { as: 'nord' }, open: open(path) }, newPage, [360])).toEqual([])
  expect(pages[0]).toBe(pages[1])
  expect(found[1]).toEqual({ ...found[0], left: null })
})

test('opening an address again shows data changed outside the app, even if the app has just read the old data', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const company = `Grossiste ${unique()}`
  const address = `/suppliers/view?q=${encodeURIComponent(company)}`
  await go(page, address)
  await page.getByText(t('house.empty.no_match')).waitFor()
  await callsOn(page).supplierAdd({ company })
  await go(page, address)
  await page.getByRole('cell', { name: company }).waitFor()
})
