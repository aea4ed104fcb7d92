// Stock as its owner manages it: put on sale and taken off, an import taken back while possible, what expires, what runs low, and the history of a PIN.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from './browser.ts'
import { callsOn } from './calls.ts'
import { newGoods } from './goods.ts'
import { pinFile, stocked } from './pins.ts'
import { catchPrints } from './printing.ts'
import { SELLER, SELLER_NAME, sell, sellAtTill } from './shop.ts'

const PLATFORM = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }
const NORD_TENANT = 1

/** The row of a batch, found by the supplier's lot in it. */
const rowOf = (page: Page, lot: string) => page.getByRole('row').filter({ hasText: lot })
const fact = async (page: Page, name: string) =>
  (await page
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`))
    .textContent()) ?? ''

test('a batch is put on sale, sold from and taken off, and the till follows each time', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(5)
  const batch_no = await stocked(office, configuration_id, file, false)
  await catchPrints(shop)
  await shop.goto('/cashcards/')
  await expect(sell(shop, configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })

  await office.goto(`/inventory/details/${configuration_id}`)
  await rowOf(office, file.lot).getByText('Pas en vente').waitFor()
  expect(await fact(office, 'Pas en vente')).toBe('5')
  await office.getByRole('button', { name: `Mettre en vente : ${batch_no}`, exact: true }).click()
  await rowOf(office, file.lot).getByText('En vente', { exact: true }).waitFor()
  await expect.poll(() => fact(office, 'Invendus')).toBe('5')

  await shop.reload()
  await shop.getByRole('searchbox', { name: 'Chercher un produit' }).waitFor()
  expect(file.pins.map(({ pin }) => pin)).toContain(await sellAtTill(shop, name))

  await office.reload()
  await office.getByRole('button', { name: `Retirer de la vente : ${batch_no}`, exact: true }).click()
  await office.getByRole('button', { name: `Mettre en vente : ${batch_no}`, exact: true }).waitFor()
  await expect.poll(async () => [await fact(office, 'Invendus'), await fact(office, 'Pas en vente'), await fact(office, 'Vendus')]).toEqual(['0', '4', '1'])
  await expect(sell(shop, configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })
  await office.getByRole('link', { name: '1', exact: true }).last().click()
  await office.getByRole('cell', { name: SELLER_NAME }).waitFor()
  expect(await office.getByRole('main').textContent()).not.toContain(file.pins[0]?.pin)
})

test('an import is taken back with a reason and may come again; once something of it is sold it stays, and says why', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(8)
  await stocked(office, configuration_id, file)
  await office.goto(`/inventory/details/${configuration_id}`)
  const back = office.getByRole('button', { name: /^Annuler cet import/ })
  const question = office.getByRole('dialog')
  await back.click()
  await question.getByText(`8 PIN de ${name} 1,00 € (${file.filename})`).waitFor()
  await question.getByRole('button', { name: 'Retirer 8 PIN' }).click()
  await question.getByText('Dites pourquoi, en quelques mots').waitFor()
  await question.getByLabel('Motif').fill('Livraison en double')
  await question.getByRole('button', { name: 'Retirer 8 PIN' }).click()
  await office.getByText('Pas encore de stock').waitFor()
  await shoot(office, 'an import taken back')

  await stocked(office, configuration_id, file)
  await office.reload()
  await back.click()
  await question.getByLabel('Motif').fill('Encore')
  await shop.goto('/version')
  await sell(shop, configuration_id)
  await question.getByRole('button', { name: 'Retirer 8 PIN' }).click()
  const refusal = question.getByRole('alert').getByText('Une partie de cet import est déjà vendue')
  await refusal.waitFor()
  // The figures behind the dialog were refreshed; the refusal is still shown.
  await expect.poll(() => fact(office, 'Vendus')).toBe('1')
  expect(await refusal.isVisible()).toBe(true)
  await shoot(office, 'an import that stays')
  await office.reload()
  await rowOf(office, file.lot).waitFor()
  expect(await back.count()).toBe(0)
  expect([await fact(office, 'Invendus'), await fact(office, 'Vendus')]).toEqual(['7', '1'])
  await office.goto('/audit')
  await office
    .getByRole('row')
    .filter({ hasText: 'Livraison en double' })
    .or(office.getByRole('row').filter({ hasText: name }))
    .first()
    .waitFor()
})

test('what expires first is sold first, and what has expired never comes in', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, product_id, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(6, (n) => ['31.12.2031', '30.06.2030', '31.12.2019'][n % 3] ?? '')
  await office.goto(`/inventory/details/${configuration_id}`)
  await office.getByRole('main').getByRole('link', { name: 'Ajouter du stock' }).first().click()
  await office.waitForURL(`**/inventory/add?product=${product_id}&value=${configuration_id}`)
  expect(await office.getByRole('combobox', { name: 'Produit' }).inputValue()).toBe(name)
  await office.getByLabel(/Déposez ici/).setInputFiles({ name: file.filename, mimeType: 'text/csv', buffer: Buffer.from(file.csv) })
  await office.getByRole('button', { name: 'Envoyer et contrôler' }).click()
  await office
    .getByRole('listitem')
    .filter({ hasText: /Expirés.*2 lignes/ })
    .waitFor()
  await office.getByRole('button', { name: 'Ignorer 2 lignes et continuer' }).click()
  await office.getByRole('combobox', { name: 'Fournisseur' }).click()
  await office.getByRole('option', { name: 'Telco Distribution SARL' }).click()
  await office.getByText('Première livraison de cette valeur par ce fournisseur').waitFor()
  await office.getByLabel(/^Remise d’achat/).fill('8')
  await office.getByRole('switch', { name: 'Mettre en vente maintenant' }).check({ force: true })
  await office.getByRole('button', { name: 'Ajouter 4 PIN' }).click()
  await office.getByRole('link', { name: /^Ouvrir le lot/ }).click()
  await rowOf(office, file.lot).getByRole('cell', { name: '30.06.2030' }).waitFor()

  await shop.goto('/version')
  const { pins } = await sell(shop, configuration_id, 2)
  expect(pins.map(({ pin }) => pin)).toEqual(file.pins.flatMap(({ pin }, n) => (n % 3 === 1 ? [pin] : [])))
})

test('what runs low is warned of on the list, in its details and at first sight', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  await stocked(office, configuration_id, pinFile(10))
  await shop.goto('/version')
  await sell(shop, configuration_id, 9)
  await office.goto(`/inventory/view?low=1&q=${encodeURIComponent(name)}`)
  await office.getByRole('row').filter({ hasText: name }).getByText('1,6').waitFor()
  await office.getByRole('link', { name }).click()
  await office.getByRole('heading', { name: `${name} 1,00 €` }).waitFor()
  expect(await fact(office, 'Jours restants')).toBe('1,6')
  await office.goto('/dashboard')
  const scarce = office.getByRole('region', { name: 'Ruptures sous 3 jours' })
  await scarce.getByRole('link').click()
  await office.waitForURL(/low=1/)
  await office.getByRole('link', { name }).first().waitFor()
})

test('a PIN tells its way: imported, published, sold, printed again, looked up; to its owner and the platform, to nobody else', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(3)
  const batch_no = await stocked(office, configuration_id, file, false)
  await office.goto(`/inventory/details/${configuration_id}`)
  await office.getByRole('button', { name: `Mettre en vente : ${batch_no}`, exact: true }).click()
  await office.getByRole('button', { name: `Retirer de la vente : ${batch_no}`, exact: true }).waitFor()
  const prints = await catchPrints(shop)
  await shop.goto('/cashcards/')
  const pin = await sellAtTill(shop, name)
  await shop.keyboard.press('F8')
  await expect.poll(() => prints.length).toBe(2)

  await lookUp(office, pin)
  const trail = office.getByRole('list', { name: 'Son parcours' }).getByRole('listitem')
  await expect.poll(async () => (await trail.allTextContents()).length).toBe(5)
  const steps = await trail.allTextContents()
  for (const [n, step] of [
    /^Importé.*nord.*/,
    /^Publié.*nord/,
    new RegExp(`^Vendu.*${SELLER_NAME}.*gare`),
    /^Réimprimé.*gare.*copie 1/,
    /^Consulté.*nord/,
  ].entries())
    expect(steps[n]).toMatch(step)
  const text = (await office.getByRole('main').textContent()) ?? ''
  expect(text).toContain(`••••${pin.slice(-4)}`)
  expect(text).not.toContain(pin)
  expect(office.url()).not.toContain(pin)
  await shoot(office, 'the way of a PIN')

  await office.getByLabel('PIN, numéro de série ou lot').fill(file.lot)
  await office.keyboard.press('Enter')
  await office.getByRole('heading', { name: new RegExp(`^Lot ${batch_no}.*${name}`) }).waitFor()
  await office.getByRole('link', { name: 'PIN vendus' }).click()
  await office.getByRole('cell', { name: SELLER_NAME }).waitFor()

  const platform = await newPage(PLATFORM)
  await platform.goto('/version')
  await callsOn(platform).tenantChoose({ tenant_id: NORD_TENANT })
  await lookUp(platform, pin)
  await platform.getByRole('heading', { name: `${name} 1,00 €` }).waitFor()
  const partner = await newPage({ as: 'sud' })
  await lookUp(partner, pin)
  await partner.getByText('Rien trouvé').waitFor()
  await shop.goto('/report/inventory-search')
  await shop.getByRole('heading', { name: 'Vous n’êtes pas autorisé' }).waitFor()
})

async function lookUp(page: Page, text: string) {
  await page.goto('/report/inventory-search')
  await page.getByLabel('PIN, numéro de série ou lot').fill(text)
  await page.keyboard.press('Enter')
}
