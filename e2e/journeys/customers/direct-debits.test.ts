// Direct debits: a reseller adds a shop's mandate and collects its invoice in a file for the bank; the shop is told by mail about the collection
// and, if the reseller gives the collection up, about that too; nothing is collected twice.
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import * as format from '../../../web/kit/base/format.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs, letterTo } from '../../kit/calls.ts'
import { nordOn } from '../../kit/credit.ts'
import { billed } from '../../kit/invoices.ts'
import { go } from '../../kit/open-page.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const IBAN = 'FR1420041010050500013M02606'
const CREDITOR = 'DE98ZZZ09999999999'

test('an open invoice is collected under a new mandate and offered again only after the collection was given up, which the customer is told', async ({
  newPage,
}) => {
  const shop = await newShop({ plan: null })
  const nord = await callsAs('nord')
  await nord.invoiceSettingsUpdate({ iban: 'DE89370400440532013000', creditor_id: CREDITOR })
  const page = await nordOn(newPage, '/mandate/add', { account: { preferences: {} } })
  const invoice = await billed(page, shop)

  await page.getByRole('combobox', { name: t('fields.customer') }).fill(shop.name)
  await page.getByRole('option').filter({ hasText: shop.name }).click()
  await page.getByLabel(t('fields.account_holder')).fill('Billie Boutique')
  await page.getByLabel(t('fields.iban')).fill(IBAN)
  await shoot(page, 'mandate add')
  await page.getByRole('button', { name: t('house.screens.mandate_add'), exact: true }).click()
  await page.waitForURL('**/mandates/view*')
  const [mandate] = (await nord.mandatesList({ filters: { customer_id: shop.customer_id } })).content
  await page.getByRole('row').filter({ hasText: shop.name }).waitFor()
  await shoot(page, 'mandates')

  await go(page, '/direct-debits/new')
  // The page has chosen the invoices that are due, also those of other shops. The test unchooses these, and chooses its own invoice, which is not due yet.
  const own = page.getByRole('row').filter({ hasText: invoice.document_no }).getByRole('checkbox')
  await own.check()
  const others = page.getByRole('row').filter({ hasNotText: invoice.document_no }).getByRole('checkbox', { checked: true })
  const inRows = others.and(page.locator('td input'))
  while ((await inRows.count()) > 0) await inRows.first().uncheck()
  await shoot(page, 'direct debits new')
  await page.getByRole('button', { name: t('debits.collect', { n: 1, count: '1', amount: format.money(invoice.open) }) }).click()
  await page.waitForURL('**/direct-debit/*')
  const collection = page.url()
  await page.getByRole('row').filter({ hasText: invoice.document_no }).waitFor()
  await shoot(page, 'direct debit')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: t('debits.file') }).click()
  const xml = await readFile(await (await saving).path(), 'utf8')
  expect(xml).toContain(`<MndtId>${mandate?.mandate_reference}</MndtId>`)
  expect(xml).toContain(`<InstdAmt Ccy="EUR">${(invoice.open / EURO).toFixed(2)}</InstdAmt>`)
  const letter = await letterTo(shop.email, 'direct_debit_ahead')
  for (const told of [mandate?.mandate_reference ?? '-', CREDITOR, invoice.document_no]) expect(letter).toContain(told)

  await go(page, '/direct-debits/new')
  await page.getByRole('row').filter({ hasText: invoice.document_no }).getByText(t('debits.left_out_reasons.under_way')).waitFor()
  await go(page, '/direct-debits')
  await page.getByRole('row').nth(1).waitFor()
  await shoot(page, 'direct debits')

  await go(page, new URL(collection).pathname)
  await page.getByRole('button', { name: t('debits.give_up') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.reason')).fill('The bank never got the file')
  await shoot(page, 'direct debit give up')
  await dialog.getByRole('button', { name: t('debits.give_up') }).click()
  await page.getByText(t('debits.collection_states.cancelled')).first().waitFor()
  expect(await letterTo(shop.email, 'direct_debit_given_up')).toContain(invoice.document_no)
  await go(page, '/direct-debits/new')
  await page.getByRole('row').filter({ hasText: invoice.document_no }).getByRole('checkbox').waitFor()
})
