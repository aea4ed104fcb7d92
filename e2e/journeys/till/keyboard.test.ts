// The till's keys beyond a simple sale: number keys that type symbols (French keyboard), scanners set to that layout, and impossible quantities.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ean13 } from '../../../server/seeds/demo-brands.ts'
import { enterToSell, test } from '../../kit/browser.ts'
import { overtaken } from '../../kit/moments.ts'
import { begins, t } from '../../kit/texts.ts'
import { till } from '../../views/till-views.ts'

/** The symbols that the number keys 0 to 9 of a French keyboard type without Shift. */
const AZERTY = ['à', '&', 'é', '"', "'", '(', '-', 'è', '_', 'ç']
const NEOSURF = { name: 'Neosurf', value: '20,00 €', ean: ean13('376012310027') }
const SHOP = { as: 'gare', kept: { language: 'fr' } }

const sale = (page: Page) => page.getByRole('form', { name: t('house.words.sale') })
const quantity = (page: Page) => sale(page).getByRole('textbox', { name: begins('selling.sale.quantity') })

test('on a French keyboard the user types a favourite’s number, a barcode and a quantity without Shift', async ({ newPage }) => {
  const page = await newPage(SHOP)
  await page.goto('/cashcards/')
  await till(page)
  await typeOnAzerty(page, '4')
  await page.keyboard.press('Enter')
  await sale(page).getByText('Orange Holiday').waitFor()
  await typeOnAzerty(page, '6')
  expect(await quantity(page).inputValue()).toBe('6')

  await page.keyboard.press('Escape')
  await typeOnAzerty(page, NEOSURF.ean)
  await page.keyboard.press('Enter')
  await sale(page).getByText(NEOSURF.name).waitFor()
  await sale(page).getByText(NEOSURF.value).first().waitFor()
})

test('scanning another barcode into the quantity field chooses that product, and scanning the same barcode again adds one card', async ({ newPage }) => {
  const page = await newPage(SHOP)
  await page.goto('/cashcards/')
  await till(page)
  for (const key of ['1', 'Enter', ...NEOSURF.ean, 'Enter']) await page.keyboard.press(key)
  await sale(page).getByText(NEOSURF.name).waitFor()
  expect(await quantity(page).inputValue()).toBe('1')
  await page.keyboard.press('F2')
  for (const key of [...NEOSURF.ean, 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => quantity(page).inputValue()).toBe('2')
})

test('a phone number with its plus in the quantity field is shown there and sells nothing; a plus alone adds one card', async ({ newPage }) => {
  const page = await newPage(SHOP)
  await page.goto('/cashcards/')
  await till(page)
  await page.keyboard.type(NEOSURF.ean)
  await page.keyboard.press('Enter')
  await sale(page).getByText(NEOSURF.name).waitFor()
  await page.keyboard.type('++')
  await expect.poll(() => quantity(page).inputValue()).toBe('3')
  await page.keyboard.type('33612345678')
  expect(await quantity(page).inputValue()).toBe('+33612345678')
  await page.keyboard.press('Enter')
  expect(await sale(page).getByRole('alert').innerText()).toContain(t('errors.problems.too_small', { limit: '1' }))
  expect(await sale(page).count()).toBe(1)
})

test('after an unknown barcode, the next scan starts with an empty field', async ({ newPage }) => {
  const page = await newPage(SHOP)
  await page.goto('/cashcards/')
  await till(page)
  for (const unknown of ['4006381333931', 'tout autre chose']) {
    await page.keyboard.type(unknown)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: unknown }).waitFor()
    await typeOnAzerty(page, NEOSURF.ean)
    await page.keyboard.press('Enter')
    await sale(page).getByText(NEOSURF.name).waitFor()
    await page.keyboard.press('Escape')
  }
})

test('a barcode that ends with two Enters chooses its card and sells nothing; a later Enter sells it', async ({ newPage }) => {
  const page = await newPage(SHOP)
  let asked = 0
  await page.route('**/api/add_transaction_v3/', (route) => {
    asked++
    return route.abort()
  })
  await page.goto('/cashcards/')
  await till(page)
  // The code is typed inside the page, because the driver's key presses are slower than a scanner's.
  await page.evaluate(async (ean) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const field = document.querySelector<HTMLInputElement>('input[type=search]')
    setValue?.call(field, ean)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    /** Sends an Enter as the scanner does: five milliseconds after the last character, or after the previous Enter. */
    const enter = (at_ms: number) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: at_ms })
      return event
    }
    const scanned_ms = performance.now()
    field?.dispatchEvent(enter(scanned_ms))
    while (!document.querySelector('#till-quantity')) await new Promise(requestAnimationFrame)
    // The till is so busy that it handles the second Enter half a second late.
    await new Promise((done) => setTimeout(done, 500))
    const quantity = document.querySelector<HTMLInputElement>('#till-quantity')
    quantity?.dispatchEvent(enter(scanned_ms + 5))
    quantity?.form?.requestSubmit()
  }, NEOSURF.ean)
  await sale(page).getByText(NEOSURF.name).waitFor()
  // A sale triggered by the second Enter would have been requested before this point.
  await overtaken(page)
  expect(asked).toBe(0)
  await enterToSell(page)
  await expect.poll(() => asked).toBeGreaterThan(0)
})

test('a quantity of 31 is refused in the field and Enter sells nothing; one press sets it to 30', async ({ newPage }) => {
  const page = await newPage(SHOP)
  let asked = 0
  await page.route('**/api/add_transaction_v3/', (route) => {
    asked++
    return route.abort()
  })
  await page.goto('/cashcards/')
  await till(page)
  for (const key of ['1', 'Enter', '3', '1', 'Enter']) await page.keyboard.press(key)
  await sale(page)
    .getByRole('alert')
    .filter({ hasText: t('errors.problems.quantity_max') })
    .waitFor()
  expect(
    await sale(page)
      .getByRole('button', { name: begins('selling.sale.sell_file') })
      .isDisabled(),
  ).toBe(true)
  await sale(page)
    .getByRole('button', { name: t('selling.sale.set_to', { quantity: 30 }) })
    .click()
  expect(await quantity(page).inputValue()).toBe('30')
  expect(asked).toBe(0)
})

/** Sends key events as the browser reports them: the layout's symbol in `key`, the key's position in `code`. */
async function typeOnAzerty(page: Page, digits: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const digit of digits) {
    const key = AZERTY[Number(digit)] ?? ''
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', code: `Digit${digit}`, key, text: key, unmodifiedText: key })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', code: `Digit${digit}`, key })
  }
}
