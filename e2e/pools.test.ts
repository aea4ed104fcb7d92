// A pool of calling cards: added for two denominations, filled by a file in three steps, sold from at the till, closed.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test, unique } from './browser.ts'
import { newGoods, newPool } from './goods.ts'
import { filled, type Pins, pinFile } from './pins.ts'
import { catchPrints } from './printing.ts'
import { SELLER, sell, sellAtTill } from './shop.ts'

test('a pool is added, filled in three steps at last time’s discount, and both denominations sell its cards', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'calling_card', { euros: [1, 2] })
  const pool = `Afrique ${unique()}`
  await office.goto('/pools/view')
  await office.getByRole('button', { name: 'Ajouter un pool' }).first().click()
  await office.getByRole('combobox', { name: 'Produit' }).fill(name)
  await office.getByRole('option', { name }).click()
  await office.getByLabel('Nom du pool').fill(pool)
  for (const value of ['1,00 €', '2,00 €']) await office.getByRole('checkbox', { name: value }).check()
  await office.getByRole('button', { name: 'Ajouter le pool' }).click()
  const row = office.getByRole('row').filter({ hasText: pool })
  await row.getByRole('cell', { name: '1,00 €, 2,00 €' }).waitFor()

  const [first, second] = [pinFile(6), pinFile(4)]
  await row.getByRole('link', { name: `Remplir: ${pool}` }).click()
  await fill(office, first)
  await office.getByText('Première livraison de ce fournisseur à ce pool').waitFor()
  await office.getByLabel(/^Remise d’achat/).fill('12,5')
  await office.getByRole('button', { name: 'Ajouter 6 PIN' }).click()
  await office.getByRole('button', { name: 'Mettre 6 PIN en vente' }).click()
  await office.getByText('Ils sont en vente.').waitFor()
  await office.getByRole('button', { name: 'Ajouter un autre fichier' }).click()
  await fill(office, second)
  await office.getByText(/^La dernière fois.*12,50/).waitFor()
  await expect.poll(() => office.getByLabel(/^Remise d’achat/).inputValue()).toBe('12,50')
  await office.getByRole('button', { name: 'Ajouter 4 PIN' }).click()
  await office.getByText(`4 PIN de ${name} ${pool} ajoutés`).waitFor()
  await shoot(office, 'a pool filled')
  await office.getByRole('link', { name: 'Vers les pools' }).click()
  await row.waitFor()
  expect(await cells(row)).toMatchObject({ 2: '6', 3: '4', 4: '0' })

  await catchPrints(shop)
  await shop.goto('/cashcards/')
  const sold = [await sellAtTill(shop, `${name} 1`), await sellAtTill(shop, `${name} 2`)]
  expect(sold).toEqual(first.pins.slice(0, 2).map(({ pin }) => pin))
  await shoot(shop, 'sold from a pool')
  await office.reload()
  await row.waitFor()
  expect(await cells(row)).toMatchObject({ 2: '4', 3: '4', 4: '2' })

  await office.goto(`/inventory/details/${configuration_ids[0]}`)
  await office.getByText('elle puise dans un pool').waitFor()
  await office.getByRole('link', { name: 'Ouvrir le stock du pool' }).click()
  await office.getByRole('row').filter({ hasText: second.lot }).getByText('Pas en vente').waitFor()
})

test('a pool is renamed, and closed: its denominations are on offer to nobody until it is opened again', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const made = await newGoods(office, 'calling_card', { euros: [1] })
  const [configuration_id = ''] = made.configuration_ids
  const { pool_id, pool_name } = await newPool(office, made)
  await filled(office, pool_id, pinFile(3))
  await office.goto('/pools/view')
  await office.getByRole('button', { name: `Modifier: ${pool_name}` }).click()
  const renamed = `Asie ${unique()}`
  await office.getByLabel('Nom du pool').fill(renamed)
  await office.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await office.getByRole('button', { name: `Fermer: ${renamed}` }).click()
  await office.getByRole('dialog').getByText('Cartes qui restent en stock : 3').waitFor()
  await office.getByRole('dialog').getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await office.getByRole('row').filter({ hasText: renamed }).getByText('Fermé').waitFor()
  await shop.goto('/version')
  await expect(sell(shop, configuration_id)).rejects.toMatchObject({ code: 'not_on_offer' })
  await office.getByRole('button', { name: `Rouvrir: ${renamed}` }).click()
  await office.getByRole('row').filter({ hasText: renamed }).getByText('Ouvert').waitFor()
  expect((await sell(shop, configuration_id)).pins).toHaveLength(1)
})

/** Steps one and two of the wizard, and the supplier of the third. */
async function fill(page: Page, { filename, csv, pins }: Pins) {
  await page.getByLabel(/Déposez ici/).setInputFiles({ name: filename, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Envoyer et contrôler' }).click()
  await page.getByText(`${pins.length} PIN peuvent être ajoutés`).waitFor()
  expect(await page.getByRole('main').textContent()).not.toContain(pins[0]?.pin)
  await page.getByRole('button', { name: 'Continuer', exact: true }).click()
  await page.getByRole('combobox', { name: 'Fournisseur' }).click()
  await page.getByRole('option', { name: 'Telco Distribution SARL' }).click()
}

const cells = async (row: ReturnType<Page['getByRole']>) => Object.fromEntries((await row.getByRole('cell').allTextContents()).entries())
