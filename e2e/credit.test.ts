// Credit as people give it: many at once from a file, a second person where it is much, by itself during a sale, and who may see what.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type PageOptions, shoot, signIn, test } from './browser.ts'
import { callsOn } from './calls.ts'
import { newStaff } from './people.ts'
import { newShop } from './shop.ts'

type NewPage = (options?: PageOptions) => Promise<Page>
type Sent = { transaction_key: string; username: string; amount: string }

const EURO = 10_000
/** Above what any other journey books: the rule holds for the whole house while this one runs. */
const MUCH = 40_000

async function nordOn(newPage: NewPage, path: string): Promise<Page> {
  const page = await newPage({ as: 'nord' })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** A customer of this journey's own, whom nobody else credits. */
async function newCustomer(page: Page): Promise<{ customer_id: string; username: string; name: string }> {
  const { customerAdd, transactionKey } = callsOn(page)
  const username = `credit.${Math.random().toString(36).slice(2, 9)}`
  const name = `Crédit ${username}`
  const mobile = '+33 6 11 22 33 55'
  const given = { account_role: 2, name, username, full_name: 'Cécile Crédit', email: `${username}@example.test`, mobile, mobile_confirmation: mobile }
  const { customer_id } = await customerAdd({ ...(await transactionKey({})), ...given, flags: ['has_cash_card'] })
  return { customer_id, username, name }
}

const amountsOf = async (page: Page, customer_id: string) =>
  (await callsOn(page).walletHistory({ limit: 100, filters: { customer_id, kind: 'top_up' } })).content.map(({ amount }) => amount)

/** What the page sends, row by row, and whether its answer arrives. */
async function watchMany(page: Page, answers: (asked: number) => boolean = () => true): Promise<Sent[][]> {
  const sent: Sent[][] = []
  await page.route('**/api/process_top_up_with_multi_customers/', async (route) => {
    const rows = /name="rows"\r\n\r\n(.*?)\r\n/s.exec(route.request().postData() ?? '')?.[1] ?? '[]'
    sent.push(JSON.parse(rows))
    if (answers(sent.length)) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return sent
}

async function sendFile(page: Page, csv: string, figure: string) {
  await expect.poll(() => page.getByLabel('Prendre un fichier CSV').isEnabled()).toBe(true)
  await page.getByLabel('Prendre un fichier CSV').setInputFiles({ name: 'credit.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: `Créditer ${figure}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Créditer ${figure}` })
    .click()
}

test('a file with one bad row: the others are booked, only the bad one is sent again under the same key, and put right it is booked', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const [one, two] = [await newCustomer(page), await newCustomer(page)]
  await page.reload()
  const sent = await watchMany(page)
  const csv = `identifiant;montant;note\n${one.username};11,50;loyer\nnobody-here;5\n${two.username.toUpperCase()};7.25\n`
  await sendFile(page, csv, '23,75 €')

  await page.getByRole('status').getByText('2 lignes portées').waitFor()
  await page.getByRole('row').filter({ hasText: 'nobody-here' }).getByText('Pas parmi vos clients').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Réessayer celle qui a échoué' }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual([sent[0]?.[1]])
  await page.getByRole('status').getByText('2 lignes portées').waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Résultat en CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^credits-.*\.csv$/)
  await shoot(page, 'many, one refused')

  await page.getByRole('button', { name: 'Corriger les lignes refusées' }).click()
  await page.getByLabel('Identifiant: nobody-here').fill(two.username)
  await page.getByRole('button', { name: 'Créditer 5,00 €' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Créditer 5,00 €' }).click()
  await page.getByRole('status').getByText('Une ligne portée').waitFor()
  expect(await amountsOf(page, one.customer_id)).toEqual([11.5 * EURO])
  expect((await amountsOf(page, two.customer_id)).sort((a, b) => a - b)).toEqual([5 * EURO, 7.25 * EURO])
  await page.getByRole('button', { name: 'Créditer d’autres clients' }).click()
})

test('of a long file a page is drawn; the first line that is wrong is one press away, and nothing was sent', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const lines = Array.from({ length: 250 }, (_, n) => `nobody-${n + 1};${n === 229 ? 'beaucoup' : '1,00'}`)
  await expect.poll(() => page.getByLabel('Prendre un fichier CSV').isEnabled()).toBe(true)
  await page.getByLabel('Prendre un fichier CSV').setInputFiles({ name: 'credit.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByText('Une ligne à corriger').waitFor()
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(100)
  await page.getByRole('button', { name: 'Voir la première' }).click()
  const wrong = page.getByLabel('Montant: nobody-230', { exact: true })
  expect(await wrong.inputValue()).toBe('beaucoup')
  expect(await page.locator('tbody').getByRole('row').count()).toBe(50)
  await wrong.fill('2')
  await page.getByRole('button', { name: 'Créditer 251,00 €' }).waitFor()
  await page.getByRole('button', { name: 'Recommencer' }).click()
})

test('customers are found by typing, one after the other, and only those named are asked for', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const [one, two] = [await newCustomer(page), await newCustomer(page)]
  let asked = 0
  await page.route('**/api/view_customers_list_with_less_data/', (route) => {
    asked++
    return route.continue()
  })
  await page.reload()
  const search = page.getByRole('combobox', { name: 'Ajouter un client' })
  for (const { username, name } of [one, two]) {
    await search.click()
    await page.keyboard.type(username)
    await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual([name])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    expect(await search.inputValue()).toBe('')
  }
  await page.getByRole('textbox', { name: 'Même montant pour tous' }).fill('2')
  await page.getByRole('button', { name: 'Appliquer à tous' }).click()
  await page.getByRole('button', { name: 'Créditer 4,00 €' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Créditer 4,00 €' }).click()
  await page.getByRole('status').getByText('2 lignes portées').waitFor()
  expect([await amountsOf(page, one.customer_id), await amountsOf(page, two.customer_id)]).toEqual([[2 * EURO], [2 * EURO]])
  expect(asked).toBeLessThan(15)
  await page.getByRole('button', { name: 'Créditer d’autres clients' }).click()
})

test('an answer lost after many were booked: asked again, also after a reload, nobody is credited twice', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/multi')
  const [one, two] = [await newCustomer(page), await newCustomer(page)]
  await page.reload()
  const sent = await watchMany(page, (asked) => asked > 1)
  await sendFile(page, `${one.username};3\n${two.username};4`, '7,00 €')
  await page.getByText('De 2 lignes, on ne sait pas encore si elles sont portées').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Redemander pour 2 lignes' }).click()
  await page.getByRole('status').getByText('2 lignes portées').waitFor()
  expect(sent[1]).toEqual(sent[0])
  expect([await amountsOf(page, one.customer_id), await amountsOf(page, two.customer_id)]).toEqual([[3 * EURO], [4 * EURO]])
  await page.getByRole('button', { name: 'Créditer d’autres clients' }).click()
})

test('much credit waits: whoever asked cannot say yes, a colleague can, and whoever asked is told', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customer/credit/requests')
  const { customer_id, name } = await newCustomer(page)
  const colleague = await newStaff(newPage, { flags: ['has_credit'] })
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Montant').fill(String(MUCH))
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Au-dessus de 40.000,00 €, une deuxième personne décide.').waitFor()
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

    const theirs = await newPage()
    await signIn(theirs, colleague.username)
    await theirs.getByRole('button', { name: /^Avis, dont/ }).click()
    await theirs
      .getByRole('dialog', { name: 'Avis' })
      .getByRole('link', { name: new RegExp(`^Nadia Norbert demande.*${name}`) })
      .click()
    await theirs.getByRole('button', { name: `Accepter: ${name}` }).click()
    await theirs
      .getByRole('dialog')
      .getByLabel(/^Motif/)
      .fill('Acompte reçu')
    await theirs.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click()
    await theirs.getByRole('row').filter({ hasText: name }).getByText('Accepté').waitFor()
    await shoot(theirs, 'approved')
    expect(await amountsOf(page, customer_id)).toEqual([40_001 * EURO])

    await page.reload()
    await page.getByRole('button', { name: /^Avis, dont/ }).click()
    await page
      .getByRole('dialog', { name: 'Avis' })
      .getByText(new RegExp(`${colleague.full_name} a accepté.*40\\.001,00\\s€.*${name}.*Acompte reçu`))
      .waitFor()
  } finally {
    await callsOn(page).creditRulesUpdate({})
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
  await page.getByText('Sous 55,00 €, ajouter 70,00 €, au plus 140,00 € par jour').waitFor()

  const shop = await newPage()
  await signIn(shop, username)
  const { sellerProductsV2, sell, transactionKey } = callsOn(shop)
  const offer = (await sellerProductsV2({})).content.find(({ stock, value }) => stock > 5 && value >= 10 * EURO)
  const sale = await sell({ ...(await transactionKey({})), configuration_id: offer?.configuration_id ?? '', quantity: 1 })
  const left = 60 * EURO - (sale.amount_total ?? 0) + 70 * EURO
  await shop.goto('/seller/credit')
  await shop.getByRole('row').filter({ hasText: 'Crédit automatique' }).getByText('70,00 €').waitFor()
  expect((await callsOn(shop).balance({})).balance).toBe(left)
  await shop.getByRole('row').filter({ hasText: 'Recharge' }).waitFor()
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
