// Payment codes, read from the screen as a banking app reads them: the code of an invoice, and the code of a shop that tops up its balance by transfer.
import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { t } from '../../kit/texts.ts'

const ACCOUNT = { legal_name: 'Comptoir Nord', bank_name: 'Testbank', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }

/** Returns the lines of text that a reader of QR codes reads from the picture of an element. */
async function linesOf(element: Locator): Promise<string[]> {
  const { data, info } = await sharp(await element.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The package's types describe an object with a default export, but Node imports the function itself.
  const read = (jsqr as unknown as typeof jsqr.default)(new Uint8ClampedArray(data), info.width, info.height)
  return read?.data.split('\n') ?? []
}

test('a shop chooses how much it transfers, and the payment code holds the reseller’s account, the amount and the shop’s user name', async ({ newPage }) => {
  await (await callsAs('nord')).invoiceSettingsUpdate(ACCOUNT)
  const page = await newPage({ as: 'kiosque', account: { preferences: {} } })
  await page.goto('/seller/credit')
  await page.getByRole('button', { name: t('credit.pay_in.title') }).click()
  const card = page.getByRole('dialog')
  await card.getByRole('button', { name: /^200,/ }).click()
  await card.getByLabel(t('fields.amount')).fill('250,5')
  const code = card.getByRole('img')
  await expect.poll(() => code.getAttribute('alt')).toMatch(/250,50/)
  await code.scrollIntoViewIfNeeded()
  const lines = ['BCD', '002', '1', 'SCT', ACCOUNT.bic, ACCOUNT.legal_name, ACCOUNT.iban, 'EUR250.50', '', '', 'kiosque']
  expect(await linesOf(code)).toEqual(lines)
  await shoot(page, 'pay in')
  await card.getByLabel(t('fields.amount')).fill('0')
  await card.getByText(t('credit.pay_in.no_code')).waitFor()
  expect(await code.count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 800 })
  await card.getByRole('button', { name: /^50,/ }).click()
  await code.scrollIntoViewIfNeeded()
  expect((await linesOf(code))[7]).toBe('EUR50.00')
  await shoot(page, 'pay in 360')
})

test('an invoice to be paid shows the code for its amount and number, at a desk and on a phone', async ({ newPage }) => {
  const nord = await callsAs('nord')
  const { content } = await nord.invoicesList({ limit: 100 })
  // The demo world's invoices are of the first of a month and due after 28 days, so on the last days of a month none is open and not overdue.
  const open = content.find(({ state, kind }) => (state === 'open' || state === 'overdue') && kind === 'net')
  if (!open) throw new Error('the demo world has no open invoice')
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await page.goto(`/new/invoice/${open.invoice_id}`)
  const code = page.locator('.invoice-code img')
  await code.scrollIntoViewIfNeeded()
  const lines = await linesOf(code)
  expect([lines[3], lines[7], lines[10]]).toEqual(['SCT', `EUR${(open.total / EURO).toFixed(2)}`, open.document_no])
  await shoot(page, 'invoice with code')
  await page.setViewportSize({ width: 360, height: 800 })
  await code.scrollIntoViewIfNeeded()
  expect(await linesOf(code)).toEqual(lines)
  await shoot(page, 'invoice with code 360')
})
