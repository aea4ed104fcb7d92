// The first sale: from a supplier's file to a slip at the till, by the reseller and then by the shop, as they would do it.
import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ean13 } from '../server/seeds/demo-brands.ts'
import { availableIn, centsIn, enterToSell, shoot, signIn, test } from './browser.ts'
import { catchPrints, pageSizeOf, textOf } from './printing.ts'
import { type SupplierFile, sendFile, supplierFile } from './supplier-file.ts'

/** Favourite 4 of the shop; its plan gives 5 %. */
const CARD = { name: 'Orange Holiday', value: '20,00 €', pin_length: 14, price_cents: 1900, ean: ean13('370012345020') }

test('a supplier’s file becomes stock, the shop gets credit, and its till sells and prints the uploaded PINs', async ({ newPage }) => {
  const page = await newPage()
  const prints = await catchPrints(page)
  const file = supplierFile(CARD.pin_length, 40)

  await signIn(page, 'nord')
  await addStock(page, file)
  await sellOnlyFrom(page, file)
  const available = await credit(page, 'Kiosque Nord', 100 + randomInt(100))
  await page.getByRole('button', { name: /^Compte/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('button', { name: 'Se connecter' }).waitFor()

  await signIn(page, 'kiosque')
  expect(new URL(page.url()).pathname).toBe('/cashcards/')
  expect(await availableIn(page)).toBe(available)

  const pins = [
    await soldBy(page, () => press(page, '4', 'Enter')),
    await soldBy(page, () => press(page, ...'ora 20', 'Enter')),
    await soldBy(page, () => press(page, ...CARD.ean, 'Enter')),
  ]
  for (const pin of pins) expect(file.pins).toContain(pin)
  expect(new Set(pins).size).toBe(3)
  await expect.poll(() => availableIn(page)).toBe(available - 3 * CARD.price_cents)

  expect(prints).toHaveLength(3)
  const slip = prints[2] ?? ''
  expect((await textOf(page, slip)).replace(/\s/g, '')).toContain(pins[2])
  expect(pageSizeOf(slip).width).toBe(80)
  expect(pageSizeOf(slip).height).toBeGreaterThan(60)
  await shoot(page, 'sold')

  await press(page, 'F8')
  await page.getByRole('region', { name: 'Dernière vente' }).getByText('Duplicata 1').waitFor()
  await expect.poll(() => prints.length).toBe(4)
  const copy = await textOf(page, prints[3] ?? '')
  expect(copy).toContain('DUPLICATA 1')
  expect(copy.replace(/\s/g, '')).toContain(pins[2])
  await page.reload()
  expect(await availableIn(page)).toBe(available - 3 * CARD.price_cents)
})

/** The wizard's three steps, leaving out the rows with errors; then the batch is put on sale. */
async function addStock(page: Page, { name, csv, pins, broken }: SupplierFile) {
  await sendFile(page, CARD, { name, csv })
  const found = page.getByRole('status').filter({ hasText: `${broken} lignes à corriger sur ${pins.length + broken}` })
  await found.waitFor()
  for (const kind of [/Mauvaise longueur.*2 lignes/, /En double dans le fichier.*1 ligne/, /Expirés.*1 ligne/])
    await found.getByRole('listitem').filter({ hasText: kind }).waitFor()
  await page.getByRole('cell', { name: '12 caractères, 14 attendus' }).waitFor()
  for (const pin of pins) expect(await page.getByText(pin).count()).toBe(0)
  await shoot(page, 'findings')

  await page.getByRole('button', { name: 'Ignorer 4 lignes et continuer' }).click()
  await page.getByRole('combobox', { name: 'Fournisseur' }).click()
  await page.getByRole('option', { name: 'Telco Distribution SARL' }).click()
  await page.getByLabel(/^Remise d’achat/).fill('7,5')
  await page.getByRole('button', { name: 'Ajouter 40 PIN' }).click()
  await page.getByText('40 PIN de Orange Holiday 20,00 € ajoutés').waitFor()
  await page.getByRole('button', { name: 'Mettre 40 PIN en vente' }).click()
  await page.getByText('Ils sont en vente.').waitFor()
}

/** Older batches are sold first, so they are taken off sale: the till then sells from the uploaded one. */
async function sellOnlyFrom(page: Page, { lot }: SupplierFile) {
  await page.getByRole('link', { name: /^Ouvrir le lot/ }).click()
  await page.getByRole('row').filter({ hasText: lot }).waitFor()
  const older = page
    .getByRole('row')
    .filter({ hasNotText: lot })
    .getByRole('button', { name: /^Retirer de la vente/ })
  for (let left = await older.count(); left > 0; left--) {
    await older.first().click()
    await expect.poll(() => older.count()).toBe(left - 1)
  }
}

/** Answers what the customer can spend after it, in cents. */
async function credit(page: Page, customer: string, euro: number): Promise<number> {
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('searchbox').fill(customer)
  await page.getByRole('link', { name: `Créditer: ${customer}` }).click()
  await page.waitForURL(/\/customer\/[^/]+\/credit\/add$/)
  const before = await third(page.getByRole('complementary'))
  await page.getByRole('textbox', { name: 'Montant' }).fill(String(euro))
  await page.getByRole('button', { name: `Créditer ${euro},00 €` }).click()
  await page.getByText(`Crédit enregistré : ${euro},00 €. Client : ${customer}`).waitFor()
  const after = await third(page.getByRole('main'))
  expect(after).toBe(before + euro * 100)
  return after
}

/** The last of the three facts: balance, limit, available. */
const third = async (where: Locator) => centsIn((await where.getByRole('definition').nth(2).textContent()) ?? '')

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Sells with the given keys and one more Enter, starting in the till's search; answers the PIN on the screen. */
async function soldBy(page: Page, keys: () => Promise<void>): Promise<string> {
  const last = page.getByRole('region', { name: 'Dernière vente' })
  const before = await last.getByRole('listitem').allTextContents()
  await expect.poll(() => page.getByRole('searchbox', { name: 'Chercher un produit' }).evaluate((field) => field === document.activeElement)).toBe(true)
  await keys()
  await enterToSell(page)
  await expect.poll(async () => (await last.getByRole('listitem').allTextContents()).some((pin) => !before.includes(pin))).toBe(true)
  await last.getByText('Vendu, ticket imprimé').waitFor()
  return ((await last.getByRole('listitem').first().textContent()) ?? '').replace(/\s/g, '')
}
