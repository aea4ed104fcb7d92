// A reseller takes a new card into its range: a supplier, the product with its picture and two denominations, and the till’s look of it.
import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from './browser.ts'

const unique = () => Math.random().toString(36).slice(2, 8)

test('a supplier whose IBAN has a mistake is told in which group, and is added once it is right', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const company = `Fournier ${unique()}`
  await page.goto('/supplier/add')
  await page.getByLabel('Société').fill(company)
  await page.getByLabel('IBAN').fill('DE89 3704 O044 0532 0130 00')
  await page.getByRole('button', { name: 'Ajouter le fournisseur' }).click()
  await page.getByText('Le groupe 3 de cet IBAN').first().waitFor()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Ajouter le fournisseur' }).click()
  await page.waitForURL('**/suppliers/view')
  await page.getByRole('link', { name: company }).click()
  await expect.poll(() => page.getByLabel('IBAN').inputValue()).toBe('DE89 3704 0044 0532 0130 00')
})

test('a product with a picture and two denominations stands in the list, with its slip beside the form', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const name = `Azur ${unique()}`
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00a1f1' } })
    .png()
    .toBuffer()
  await page.goto('/products/add')
  await page.getByLabel('Nom', { exact: true }).fill(name)
  await page.getByLabel('Montant', { exact: true }).fill('10')
  await page.getByLabel('Montant', { exact: true }).press('Enter')
  await page.getByLabel('Montant', { exact: true }).nth(1).fill('25')
  await page.getByLabel(/^PNG, JPEG ou WebP/).setInputFiles({ name: 'azur.png', mimeType: 'image/png', buffer: picture })
  const slip = page.getByRole('complementary', { name: 'Le ticket' })
  expect(await slip.textContent()).toContain(name)
  expect(await slip.textContent()).toContain('10,00')
  await page.getByRole('button', { name: 'Ajouter le produit' }).click()
  await page.waitForURL(/\/products\/view\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.goto(`/products/view?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  expect(await row.textContent()).toMatch(/10,00.*25,00/)
  await expect.poll(() => row.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(300)
})
