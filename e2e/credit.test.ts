// Credit for many customers from a file: what is booked is booked once, and only what failed is sent again.
import { expect } from 'vitest'
import { test } from './browser.ts'
import { callsOn } from './calls.ts'

type Sent = { transaction_key: string; username: string; amount: string }

test('a file with one bad row: the others are booked, and only the bad one is sent again, under the same key', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const sent: Sent[][] = []
  await page.route('**/api/process_top_up_with_multi_customers/', async (route) => {
    const rows = /name="rows"\r\n\r\n(.*?)\r\n/s.exec(route.request().postData() ?? '')?.[1] ?? '[]'
    sent.push(JSON.parse(rows))
    await route.continue()
  })
  await page.goto('/customer/credit/multi')
  const csv = 'identifiant;montant\nkiosque;11,50\nnobody-here;5\ngare;7.25\n'
  await page.getByLabel('Fichier').setInputFiles({ name: 'credit.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('Pas parmi vos clients').waitFor()
  await page.getByText('3 clients, 23,75 €').waitFor()
  await page.getByRole('button', { name: 'Créditer 23,75 €' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Créditer 23,75 €' }).click()

  await page.getByRole('status').getByText('2 lignes portées').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Réessayer celle qui a échoué' }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual([sent[0]?.[1]])
  await page.getByRole('status').getByText('2 lignes portées').waitFor()

  const { content } = await callsOn(page).walletHistory({ limit: 100 })
  expect([115_000, 72_500].map((amount) => content.filter((row) => row.amount === amount).length)).toEqual([1, 1])
})

test('a booking above the amount waits for a second person, who finds and approves it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/customer/credit/requests')
  const calls = callsOn(page)
  const above = async (credit_approval_above?: number) => calls.creditRulesUpdate(credit_approval_above === undefined ? {} : { credit_approval_above })
  await above(3_000_000)
  try {
    await page.goto('/customers/view?q=sud')
    await page.getByRole('link', { name: 'Sud Distribution', exact: true }).click()
    await page.goto(page.url().endsWith('/credit/add') ? page.url() : `${page.url().replace(/\/$/, '')}/credit/add`)
    await page.getByRole('textbox', { name: 'Montant' }).fill('301')
    await page.getByText('une deuxième personne décide').waitFor()
    await page.getByRole('button', { name: 'Créditer 301,00 €' }).click()
    await page.getByText('301,00 € attendent une deuxième personne').waitFor()
    const platform = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
    await platform.goto('/version')
    await callsOn(platform).tenantChoose({ tenant_id: 1 })
    await platform.goto('/customer/credit/requests')
    await platform.getByRole('button', { name: 'Accepter: Sud Distribution' }).click()
    await platform.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click()
    await platform.getByText('Accepté').last().waitFor()
    const { content } = await calls.walletHistory({ limit: 100 })
    expect(content.filter((row) => row.amount === 3_010_000)).toHaveLength(1)
  } finally {
    await above()
  }
})
