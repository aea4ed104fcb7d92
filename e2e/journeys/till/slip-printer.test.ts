// Slips on a slip printer that the browser drives: it is chosen once, no slip is printed twice without a question, and the till explains problems in words and
// keeps selling.
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { enterToSell, type NewPage, type PageOptions, shoot, test } from '../../kit/browser.ts'
import { overtaken } from '../../kit/moments.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { newShopWithFavourites } from '../../kit/shop.ts'
import { drawn, slipPrinter, textOn } from '../../kit/slip-printer.ts'
import { t } from '../../kit/texts.ts'
import { wrongsOf } from '../../views/screen-check.ts'

const PRINTER = JSON.stringify({ way: 'usb', printer: { vendor: 0x04b8, product: 0x0202 }, opens_drawer: true })
const ALLOWED = { language: 'fr', mode: 'light', slip_printer: PRINTER, printer_allowed: 'yes' }
const REPRINT = '**/api/reprint_sale/'

let shop: PageOptions
beforeAll(async () => {
  const { username } = await newShopWithFavourites()
  shop = { as: username, account: { preferences: { preview: 'no' } } }
})

const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })
const question = (page: Page) => page.getByRole('region', { name: t('printers.question.label') })
const says = (page: Page, text: string) => last(page).getByText(text, { exact: true }).waitFor()

/** Opens the till of a browser whose printer was chosen before. */
async function atTill(newPage: NewPage, kept: Record<string, string> = ALLOWED, account: Record<string, unknown> = {}) {
  const page = await newPage({ ...shop, kept, account: { ...shop.account, ...account } })
  const prints = await catchPrints(page)
  const printer = await slipPrinter(page)
  const reprints: string[] = []
  page.on('request', (request) => request.url().includes('/api/reprint_sale') && reprints.push(request.url()))
  await go(page, '/cashcards/')
  await page.getByRole('button', { name: /^Lebara/ }).waitFor()
  await page.getByRole('button', { name: t('counter.options.display') }).waitFor()
  return { page, prints, printer, reprints }
}

async function sell(page: Page, number = '2', language?: string) {
  for (const key of [number, 'Enter', ...(language ? [language] : [])]) await page.keyboard.press(key)
  await enterToSell(page)
}

/** The PIN as the screen shows it. */
const pinShown = async (page: Page) => (await last(page).getByRole('listitem').first().textContent()) ?? ''

test('the user chooses a printer once; from then on it prints the slips, and the drawer opens for cash', async ({ newPage }) => {
  const page = await newPage({ ...shop, kept: { language: 'fr', mode: 'light' } })
  const prints = await catchPrints(page)
  const printer = await slipPrinter(page)
  await go(page, '/settings?tab=printing')
  await page.getByLabel(t('printers.way.usb')).check()
  expect(printer.heard.asked).toBe(0)
  await page.getByRole('button', { name: t('printers.choose') }).click()
  await page.getByText(t('printers.chosen')).waitFor()
  expect(printer.heard.asked).toBe(1)
  await page.getByRole('switch', { name: t('printers.drawer') }).check()
  await page.getByRole('button', { name: t('house.words.test_print') }).click()
  await page.getByText(t('printers.sent')).waitFor()
  expect(printer.papers()).toHaveLength(1)
  expect(printer.papers()[0]).toMatchObject({ cuts: 1, pulses: 0 })
  expect(textOn(printer.papers()[0] ?? { lines: [], cuts: 0, pulses: 0, codes: [] })).toContain('ş ğ ı İ €')
  expect(await wrongsOf(page)).toEqual([])
  await shoot(page, 'printer-settings')

  await go(page, '/cashcards/')
  await page.getByRole('button', { name: t('counter.options.display') }).waitFor()
  await sell(page)
  await says(page, t('selling.sold.printed'))
  const [, slip] = printer.papers()
  expect(slip).toMatchObject({ cuts: 1, pulses: 1 })
  if (!slip) throw new Error('no slip')
  const pin = await pinShown(page)
  expect(textOn(slip)).toContain(pin)
  expect(textOn(slip)).toContain(t('printers.slip.card', { number: '1', count: '1' }))
  expect(slip.codes).toEqual([`tel:*104*${pin.replaceAll(' ', '')}%23`])
  expect(prints).toHaveLength(0)
  expect(printer.heard.asked).toBe(1)
  expect(await question(page).count()).toBe(0)
  const picture = await newPage()
  await drawn(picture, slip, 80)
  await shoot(picture, 'slip-from-printer-80')
})

test('on 58 mm paper a basket is one slip with cutting lines, and no line is wider than the paper', async ({ newPage }) => {
  const { page, printer } = await atTill(newPage, ALLOWED, { preferences: { preview: 'no', paper: 58 } })
  for (const key of ['2', 'Enter', '*', '1', 'Enter']) await page.keyboard.press(key)
  await enterToSell(page)
  await printer.printed(1)
  const [slip] = printer.papers()
  if (!slip) throw new Error('no slip')
  expect(slip).toMatchObject({ cuts: 1, pulses: 1 })
  expect(slip.codes).toHaveLength(2)
  for (const { columns, text } of slip.lines) expect(columns, text).toBeLessThanOrEqual(32)
  for (const pin of await last(page).getByRole('listitem').allTextContents()) expect(textOn(slip)).toContain(pin)
  expect(textOn(slip)).toContain('couper ici')
  const picture = await newPage()
  await drawn(picture, slip, 58)
  await shoot(picture, 'slip-from-printer-58')
})

test('control: without a slip printer the browser prints, and no byte goes to a printer', async ({ newPage }) => {
  const { page, prints, printer } = await atTill(newPage, { language: 'fr', mode: 'light', printer_allowed: 'yes' })
  await sell(page)
  await says(page, t('selling.sold.printed'))
  expect(prints).toHaveLength(1)
  expect(printer.heard.opened).toBe(0)
  expect((await textOf(page, prints[0] ?? '')).replace(/\s/g, '')).toContain((await pinShown(page)).replace(/\s/g, ''))
})

test('if the printer is unplugged nothing is printed, the next sale works, and F8 prints the slip as an original, not as a copy', async ({ newPage }) => {
  const { page, prints, printer, reprints } = await atTill(newPage)
  await printer.is('unplugged')
  await sell(page)
  await says(page, t('selling.sold.not_printed'))
  await question(page).getByText(t('printers.troubles.not_connected')).waitFor()
  expect(await wrongsOf(page)).toEqual([])
  await shoot(page, 'printer-unplugged')
  const pin = await pinShown(page)
  // The next customer is served while the question is open.
  for (const key of ['1', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
  await page.keyboard.press('Escape')
  expect(printer.papers()).toHaveLength(0)
  await printer.is('works')
  await page.keyboard.press('F8')
  await printer.printed(1)
  await question(page).waitFor({ state: 'detached' })
  const [slip] = printer.papers()
  expect(slip).toMatchObject({ cuts: 1, pulses: 1 })
  expect(slip && textOn(slip)).toContain(pin)
  expect(slip && textOn(slip)).not.toContain(t('printers.slip.copy', { number: '1' }))
  expect(reprints).toEqual([])
  expect(prints).toEqual([])
})

test('a printer without paper is sent nothing, and the browser prints the slip on request', async ({ newPage }) => {
  const { page, prints, printer } = await atTill(newPage)
  await printer.is('no_paper')
  await sell(page)
  await question(page).getByText(t('printers.troubles.paper_out')).waitFor()
  expect(printer.papers()).toHaveLength(0)
  await question(page)
    .getByRole('button', { name: t('printers.question.by_browser') })
    .click()
  await expect.poll(() => prints.length).toBe(1)
  await question(page).waitFor({ state: 'detached' })
  expect(printer.papers()).toHaveLength(0)
  // The browser prints only this slip; the next slip is sent to the slip printer again.
  await printer.is('works')
  await sell(page)
  await printer.printed(1)
  expect(prints).toHaveLength(1)
})

test('after interrupted printing the till asks whether the slip came out; printing it again makes a numbered copy and does not open the drawer', async ({
  newPage,
}) => {
  const { page, printer, reprints } = await atTill(newPage)
  await printer.is('breaks')
  await sell(page)
  await says(page, t('printers.question.doubtful'))
  await question(page).getByText(t('printers.troubles.lost')).waitFor()
  // An unwanted slip would have been printed before this point; the test counts the slips once more at its end.
  await overtaken(page)
  expect(printer.papers()).toHaveLength(1)
  expect(printer.papers()[0]?.cuts).toBe(0)
  await printer.is('works')
  await page.keyboard.press('F8')
  await printer.printed(2)
  const [, copy] = printer.papers()
  expect(copy && textOn(copy)).toContain(t('printers.slip.copy', { number: '1' }))
  expect(copy).toMatchObject({ cuts: 1, pulses: 0 })
  expect(reprints).toHaveLength(1)
  await question(page).waitFor({ state: 'detached' })
  expect(printer.papers()).toHaveLength(2)
})

test('a printer that reports no state gets the slip; with the setting “asks” the till asks whether the slip came out, and F4 answers yes', async ({
  newPage,
}) => {
  const asks = JSON.stringify({ ...JSON.parse(PRINTER), asks: true })
  const { page, printer } = await atTill(newPage, { ...ALLOWED, slip_printer: asks })
  await printer.is('silent')
  await sell(page)
  await says(page, t('selling.sold.printed'))
  expect(printer.papers()).toHaveLength(1)
  await question(page).waitFor()
  await shoot(page, 'did-it-print')
  // The printer's problem does not stop the till, so the next card is sold as usual.
  await sell(page, '1')
  await printer.printed(2)
  await question(page).waitFor()
  await page.keyboard.press('F4')
  await question(page).waitFor({ state: 'detached' })
  expect(printer.papers()).toHaveLength(2)
})

test('Alt and a digit prints one slip in the customer’s language and the next as usual; no URL that the page requests contains a PIN', async ({ newPage }) => {
  const { page, printer } = await atTill(newPage)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await sell(page, '2', 'Alt+Digit2')
  await printer.printed(1)
  const pin = (await pinShown(page)).replaceAll(' ', '')
  await sell(page)
  await printer.printed(2)
  const [german, french] = printer.papers().map(textOn)
  expect(german).toContain('Ihre PIN')
  expect(german).toContain('Karte 1/1')
  expect(french).toContain('Votre PIN')
  // After the sale a copy is printed in Turkish.
  await page.keyboard.press('Alt+Digit4')
  await page.keyboard.press('F8')
  await printer.printed(3)
  const turkish = printer.papers().map(textOn)[2]
  expect(turkish).toContain('KOPYA 1')
  expect(turkish).toContain('Satan:')
  expect(addresses.filter((address) => address.includes(pin))).toEqual([])
})

test('in the preview of a slip the language is chosen by key or from a list, and the preview changes at once', async ({ newPage }) => {
  const { page, prints } = await atTill(newPage, { language: 'fr', mode: 'light' }, { preferences: { preview: 'yes' } })
  await sell(page)
  const dialog = page.getByRole('dialog', { name: t('printers.slip.preview') })
  await dialog.getByText(t('printers.slip.pin')).waitFor()
  await page.keyboard.press('Alt+Digit3')
  await dialog.getByText('Your PIN').waitFor()
  await dialog.getByLabel(t('printers.language.label')).selectOption('nl')
  await dialog.getByText('Uw code').waitFor()
  await shoot(page, 'slip-language')
  await dialog.getByRole('button', { name: t('house.words.print') }).click()
  await expect.poll(() => prints.length).toBe(1)
  expect(await textOf(page, prints[0] ?? '')).toContain('Uw code')
})

test('if the server cannot be reached for a reprint, the till says so in a dialog and prints nothing', async ({ newPage }) => {
  const { page, printer } = await atTill(newPage)
  await printer.is('breaks')
  await sell(page)
  await question(page).waitFor()
  await page.route(REPRINT, (route) => route.abort('connectionrefused'))
  await page.keyboard.press('F8')
  await page.getByRole('dialog').waitFor()
  expect(printer.papers()).toHaveLength(1)
})
