// Suppliers: numbers with check digits, and what stopping a supplier means.
import { expect } from 'vitest'
import { shoot, test, unique } from './browser.ts'
import { callsOn } from './calls.ts'
import { newGoods } from './goods.ts'
import { newShop } from './shop.ts'
import { sendFile, supplierFile } from './supplier-file.ts'

test('a supplier’s wrong numbers are told at their fields, the IBAN by its group, and it is added once they are right', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const company = `Fournier ${unique()}`
  await page.goto('/supplier/add')
  await page.getByLabel('Société').fill(company)
  await page.getByLabel(/^N° de TVA/).fill('FR 40 303 265 046')
  await page.getByLabel('IBAN').fill('DE89 3704 O044 0532 0130 00')
  await page.getByLabel('BIC').fill('COBADEF')
  await page.getByRole('button', { name: 'Ajouter le fournisseur' }).click()
  for (const text of ['Le groupe 3 de cet IBAN', 'Ce n’est pas un BIC', 'Ce n’est pas un numéro de TVA de l’UE']) await page.getByText(text).first().waitFor()
  await shoot(page, 'supplier refused')
  await page.getByLabel(/^N° de TVA/).fill('fr 40 303 265 045')
  await page.getByLabel('IBAN').fill('de89370400440532013000')
  await page.getByLabel('BIC').fill('cobadeffxxx')
  await page.getByLabel(/^Remise d’achat/).fill('7,25')
  await page.getByRole('button', { name: 'Ajouter le fournisseur' }).click()
  await page.waitForURL('**/suppliers/view')
  const row = page.getByRole('row').filter({ hasText: company })
  expect(await row.textContent()).toContain('7,25')
  await row.getByRole('link', { name: company }).click()
  await expect.poll(() => page.getByLabel('IBAN').inputValue()).toBe('DE89 3704 0044 0532 0130 00')
  expect(await page.getByLabel(/^N° de TVA/).inputValue()).toBe('FR40303265045')
  expect(await page.getByLabel('BIC').inputValue()).toBe('COBADEFFXXX')

  await page.getByLabel('Société').fill('')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('link', { name: /^Société.*À remplir/ }).waitFor()
  await page.getByLabel('Société').fill(`${company} et fils`)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('heading', { level: 1, name: `${company} et fils` }).waitFor()
})

test('what was typed over a supplier survives a reload, is asked about before the page is left, and is saved with a field taken away', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/version')
  const calls = callsOn(page)
  const company = `Brouillon ${unique()}`
  const { supplier_id } = await calls.supplierAdd({ company, city: 'Lille', email: 'a@brouillon.example' })
  const path = `/supplier/edit/${supplier_id}`
  const [city, email] = [page.getByLabel(/^Ville/), page.getByLabel(/^E-mail/)]
  const products = page.getByRole('link', { name: 'Produits', exact: true }).first()
  const asks = page.getByRole('dialog', { name: /^Votre saisie n’est pas enregistrée/ })
  await page.goto(path)
  await city.fill('Metz')
  await products.click()
  await asks.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await page.waitForURL('**/products/view')
  await page.goto(path)
  expect(await city.inputValue()).toBe('Lille')

  await city.fill('Nancy')
  await email.fill('')
  await products.click()
  await shoot(page, 'leaving asks')
  await asks.getByRole('button', { name: 'Rester' }).click()
  expect(new URL(page.url()).pathname).toBe(path)
  await page.reload()
  await page.getByText('Vos saisies ont été conservées').waitFor()
  expect([await city.inputValue(), await email.inputValue()]).toEqual(['Nancy', ''])
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('status').getByText('Enregistré', { exact: true }).waitFor()
  expect((await calls.suppliersList({ filters: { supplier_id } })).content).toMatchObject([{ company, city: 'Nancy', email: '' }])
  await products.click()
  await page.waitForURL('**/products/view')
})

test('stopping a supplier says which products lose their only one, and no file is imported from it until it goes on', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/version')
  const calls = callsOn(page)
  const shop = await newShop(newPage, { plan: null })
  const goods = await newGoods(page, 'gift_card', { ...shop, pin_length: 16 })
  const company = `Grossiste ${unique()}`
  const { supplier_id } = await calls.supplierAdd({ company })
  const pin = supplierFile(16, 1).pins[0] ?? ''
  await calls.giftCardsAdd({ configuration_id: goods.configuration_ids[0] ?? '', supplier_id, buying_discount: 500, lot: '', cards: [{ pin, serial: '' }] })

  await page.goto(`/supplier/edit/${supplier_id}`)
  await page.getByRole('button', { name: 'Suspendre le fournisseur' }).click()
  const ask = page.getByRole('dialog', { name: `Suspendre ${company}` })
  await ask.getByText('1 produit perd son seul fournisseur.').waitFor()
  await shoot(page, 'supplier stopping')
  await ask.getByRole('button', { name: 'Suspendre le fournisseur' }).click()
  await page.getByRole('button', { name: 'Réactiver le fournisseur' }).waitFor()

  const suppliers = page.getByRole('combobox', { name: 'Fournisseur' })
  async function offered() {
    const file = supplierFile(16, 2)
    await sendFile(page, { name: goods.name, value: '10,00 €' }, file)
    await page.getByRole('button', { name: `Ignorer ${file.broken} lignes et continuer` }).click()
    await suppliers.fill(company)
    const found = page.getByRole('option', { name: company })
    await found.or(page.getByText('Rien trouvé')).waitFor()
    return found.count()
  }
  expect(await offered()).toBe(0)
  await page.goto(`/supplier/edit/${supplier_id}`)
  await page.getByRole('button', { name: 'Réactiver le fournisseur' }).click()
  await page.getByRole('button', { name: 'Suspendre le fournisseur' }).waitFor()
  expect(await offered()).toBe(1)
})
