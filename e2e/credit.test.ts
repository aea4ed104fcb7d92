// Credit as people give it: large amounts need a second person, automatic credit comes during a sale, and not everybody sees it.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../contract/kit/money.ts'
import { type PageOptions, shoot, signIn, test } from './browser.ts'
import { callsOn } from './calls.ts'
import { amountsOf, newCustomer, nordOn } from './crediting.ts'
import { newStaff } from './people.ts'
import { newShop } from './shop.ts'

/** More than any other journey books: the rule applies to the whole organisation while this one runs. */
const MUCH = 40_000

/** The platform approves whatever waits at nord: here, taking the amount away again. */
async function letPass(newPage: (options?: PageOptions) => Promise<Page>) {
  const page = await newPage({ as: 'platform', host: 'platform.localhost' })
  await page.goto('/version')
  const { tenantChoose, creditRequestsList, creditRequestDecide } = callsOn(page)
  await tenantChoose({ tenant_id: 1 })
  const { content } = await creditRequestsList({ filters: { state: 'waiting' } })
  for (const { request_id, type } of content) if (type === 'approval_rule') await creditRequestDecide({ request_id, action: 'approve' })
  await page.context().close()
}

test('much credit waits: whoever asked cannot say yes, a colleague can, and whoever asked is told', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/requests')
  const { customer_id, name } = await newCustomer(page)
  const colleague = await newStaff(newPage, { flags: ['has_credit'], by: 'platform' })
  const double = await newStaff(newPage, { flags: ['has_credit'] })
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Montant').fill(String(MUCH))
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Au-dessus de 40.000,00 € par jour pour un client, une deuxième personne décide.').waitFor()
  try {
    await page.goto(`/customer/${customer_id}/credit/add`)
    const amount = page.getByRole('textbox', { name: 'Montant', exact: true })
    await amount.fill('40001')
    await page.getByText('une deuxième personne décide').waitFor()
    await page.getByLabel('Montant une seconde fois').fill('40001')
    await page.getByRole('button', { name: 'Créditer 40.001,00 €' }).click()
    await page.getByText('40.001,00 € attendent une deuxième personne').waitFor()
    expect(await amountsOf(page, customer_id)).toEqual([])
    await page.goto('/customer/credit/requests')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('Une autre personne décide').waitFor()
    expect(await row.getByRole('button').count()).toBe(0)

    const doubles = await newPage()
    await signIn(doubles, double.username)
    await doubles.goto('/customer/credit/requests')
    const barred = doubles.getByRole('row').filter({ hasText: name })
    await barred.getByText(/^Nadia Norbert a créé ou réinitialisé le compte de Camille Essai le/).waitFor()
    expect(await barred.getByRole('button').count()).toBe(0)
    await shoot(doubles, 'barred')
    await doubles.context().close()

    const theirs = await newPage()
    await signIn(theirs, colleague.username)
    await theirs.getByRole('button', { name: /^Avis à lire/ }).click()
    await theirs
      .getByRole('dialog', { name: 'Avis' })
      .getByRole('link', { name: new RegExp(`^Nadia Norbert demande.*${name}`) })
      .click()
    await theirs.getByRole('button', { name: `Approuver : ${name}` }).click()
    await theirs
      .getByRole('dialog')
      .getByLabel(/^Motif/)
      .fill('Acompte reçu')
    await theirs.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
    await theirs.getByRole('row').filter({ hasText: name }).getByText('Approuvé').waitFor()
    await shoot(theirs, 'approved')
    expect(await amountsOf(page, customer_id)).toEqual([40_001 * EURO])

    await page.reload()
    await page.getByRole('button', { name: /^Avis à lire/ }).click()
    await page
      .getByRole('dialog', { name: 'Avis' })
      .getByText(new RegExp(`${colleague.full_name} a approuvé.*40\\.001,00\\s€.*${name}.*Acompte reçu`))
      .waitFor()
  } finally {
    await callsOn(page).creditRulesUpdate({})
    await letPass(newPage)
  }
})

test('automatic credit comes during the sale that needs it: the shop sells on, both see it, and the shop sees its own history only', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customers/view')
  const { customer_id, username, name } = await newShop(newPage)
  const { transaction_key } = await callsOn(page).transactionKey({})
  await callsOn(page).walletChange({ transaction_key, customer_id, amount: 60 * EURO, remarks: 'paie toujours en retard' })
  await page.goto(`/customer/${customer_id}/credit/auto`)
  await page.getByRole('button', { name: 'Ajouter une règle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Quand le solde est sous/).fill('55')
  await dialog.getByLabel(/^Ajouter/).fill('70')
  await dialog.getByLabel(/^Au plus par jour/).fill('140')
  await dialog.getByText('N’aurait rien crédité ces 30 derniers jours').waitFor()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Sous 55,00 € : créditer 70,00 €, au plus 140,00 € par jour').waitFor()

  const shop = await newPage()
  await signIn(shop, username)
  const { sellerProductsV2, sell, transactionKey } = callsOn(shop)
  const offer = (await sellerProductsV2({})).content.find(({ left, value }) => left === null && value >= 10 * EURO)
  const sale = await sell({ ...(await transactionKey({})), configuration_id: offer?.configuration_id ?? '', quantity: 1 })
  const left = 60 * EURO - (sale.amount_total ?? 0) + 70 * EURO
  await shop.goto('/seller/credit')
  await shop.getByRole('row').filter({ hasText: 'Crédit automatique' }).getByText('70,00 €').waitFor()
  expect((await callsOn(shop).balance({})).balance).toBe(left)
  await shop.getByRole('row').filter({ hasText: 'Crédit' }).waitFor()
  expect(await shop.getByText(/en retard|Nadia/).count()).toBe(0)
  await shoot(shop, 'own credit')

  await page.goto(`/customer/${customer_id}/credit/auto?view=bookings`)
  await page.getByRole('row').filter({ hasText: name }).getByText('70,00 €').first().waitFor()
  for (const path of ['/customer/credit/history', '/customer/credit/multi', '/customer/credit/auto']) {
    await shop.goto(path)
    await shop.waitForURL('**/pages/not-authorized?*')
  }
})

test('a changed limit stands in the log of limits with before, after, who and why; staff without the right get to none of it', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customers/view')
  const { customer_id, name } = await newCustomer(page)
  await page.goto(`/customer/${customer_id}/credit/add`)
  await page.getByText('Fixer la limite').click()
  await page.getByRole('textbox', { name: 'Montant', exact: true }).fill('250')
  await page.getByLabel(/^Note/).fill('Caution déposée')
  await page.getByRole('button', { name: 'Fixer la limite à 250,00 €' }).click()
  await page.getByRole('status').filter({ hasText: name }).waitFor()

  await page.goto('/customer/credit/history')
  await page.getByRole('button', { name: 'Journal des limites' }).click()
  const cells = page.getByRole('row').filter({ hasText: name }).getByRole('cell')
  await cells.first().waitFor()
  expect((await cells.allTextContents()).slice(1).map((text) => text.replace(/\s/g, ' '))).toEqual([
    ...[name, '0,00 €', '250,00 €', '250,00 €', 'Nadia Norbert', 'Caution déposée'],
  ])
  await page.getByRole('button', { name: /^Exporter/ }).waitFor()

  const staff = await newStaff(newPage)
  const theirs = await newPage()
  await signIn(theirs, staff.username)
  for (const path of ['/customer/credit/history', '/customer/credit/add', '/customer/credit/multi', '/customer/credit/requests', '/customer/credit/auto']) {
    await theirs.goto(path)
    await theirs.waitForURL('**/pages/not-authorized?*')
  }
})
