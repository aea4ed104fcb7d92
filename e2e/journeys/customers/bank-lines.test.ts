// Incoming transfers: a reseller drops its bank's statement, books the transfers whose customer is certain, chooses the customer of other transfers by hand,
// and sets aside transfers that are not booked in the portal. No transfer is taken or booked twice, whichever file contains it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { camt, details, entry, mt940 } from '../../../web/modules/papers/bank-lines/fixtures/statements.ts'
import { pressInDialog, shoot, test, unique } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { nordOn } from '../../kit/credit.ts'
import { billed } from '../../kit/invoices.ts'
import { newShop, type Shop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

const IBAN = { known: 'DE02500105170137075030', unknown: 'DE02100500000054540402' }
const [TOP_UP, BY_HAND] = [120, 33]

type Paid = { amount: string; name: string; iban: string; purpose: string }
const asCamt = (lines: readonly Paid[]) =>
  camt(
    [
      ...lines.map(({ amount, name, iban, purpose }) => entry('2026-11-12', amount, details(name, iban, purpose))),
      entry('2026-11-12', '9.90', details('Bank', IBAN.unknown, 'Frais'), { mark: 'DBIT' }),
    ].join(''),
  )
const asMt940 = (lines: readonly Paid[]) => mt940(lines.map((line) => ({ ...line, amount: line.amount.replace('.', ',') })))

const balanceOf = async ({ customer_id }: Shop) =>
  (await (await callsAs('nord')).customersListShort({ filters: { customer_id } })).content[0]?.balance ?? Number.NaN

const drop = (page: Page, name: string, text: string) =>
  page.getByLabel(begins('credit.bank.drop')).setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
const isTaken = (page: Page, file: string, n: number) => page.getByText(t('credit.bank.taken', { n, file })).waitFor()

test('one press books the transfers whose customer is certain, all others are booked by hand; a second file with them adds no transfer', async ({
  newPage,
}) => {
  const run = unique()
  const shop = await newShop({ plan: null })
  const page = await nordOn(newPage, `/bank-transfers?q=${run}`, { account: { preferences: {} } })
  const invoice = await billed(page, shop)
  const nord = await callsAs('nord')
  const before = await balanceOf(shop)
  const lines = [
    { amount: `${TOP_UP}.00`, name: `Tabac ${run}`, iban: IBAN.known, purpose: shop.username },
    { amount: (invoice.open / EURO).toFixed(2), name: `Tabac ${run}`, iban: IBAN.known, purpose: `Facture ${invoice.document_no}` },
    { amount: `${BY_HAND}.00`, name: `Inconnu ${run}`, iban: IBAN.unknown, purpose: 'Merci' },
    { amount: '7.77', name: `Particulier ${run}`, iban: '', purpose: 'Loyer' },
  ]
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${run}` })

  await drop(page, 'releve.xml', asCamt(lines))
  await isTaken(page, 'releve.xml', lines.length)
  await page.getByText(t('credit.bank.left_out.outgoing', { n: 1 })).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: invoice.document_no })
    .filter({ hasText: t('credit.bank.by.document_no') })
    .waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: shop.username })
    .filter({ hasText: t('credit.bank.by.username') })
    .waitFor()
  await shoot(page, 'transfers, proposals')

  await page.getByRole('button', { name: t('credit.bank.book_all', { n: 2 }) }).click()
  await pressInDialog(page, t('credit.bank.book_all', { n: 2 }))
  await page.getByText(t('credit.bank.booked', { n: 2 })).waitFor()
  await expect
    .poll(() =>
      rowOf('Tabac')
        .filter({ hasText: t('credit.bank.states.booked') })
        .count(),
    )
    .toBe(2)
  expect(await balanceOf(shop)).toBe(before + TOP_UP * EURO)
  expect((await nord.invoiceReport({ invoice_id: invoice.invoice_id })).open).toBe(0)
  await shoot(page, 'transfers, booked')

  await drop(page, 'encore.xml', asCamt(lines))
  await isTaken(page, 'encore.xml', 0)
  await page.getByText(t('credit.bank.known', { n: lines.length })).waitFor()
  await drop(page, 'releve.sta', asMt940(lines))
  await isTaken(page, 'releve.sta', 0)
  expect((await nord.bankLinesList({ search_text: run })).filters.total_count).toBe(lines.length)

  await rowOf('Inconnu')
    .getByRole('button', { name: begins('house.named', { what: t('house.words.choose') }) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: t('fields.customer') }).fill(shop.name)
  await dialog.getByRole('option', { name: new RegExp(`^${shop.name}`) }).click()
  await dialog.getByRole('button', { name: t('credit.bank.book'), exact: true }).click()
  await rowOf('Inconnu').getByText(t('credit.bank.states.booked')).waitFor()
  expect(await balanceOf(shop)).toBe(before + (TOP_UP + BY_HAND) * EURO)

  await rowOf('Particulier')
    .getByRole('button', { name: begins('house.named', { what: t('credit.bank.set_aside') }) })
    .click()
  await dialog.getByLabel(begins('fields.reason')).fill('Loyer du bureau')
  await pressInDialog(page, t('credit.bank.set_aside'))
  await rowOf('Particulier').getByText('Loyer du bureau').waitFor()
  await shoot(page, 'transfers, one set aside')
  await rowOf('Particulier')
    .getByRole('button', { name: begins('house.named', { what: t('words.reopen') }) })
    .click()
  await rowOf('Particulier').getByText(t('credit.bank.states.open')).waitFor()
  expect((await nord.moneyCheck({})).sound).toBe(true)
})

test('a dropped file that is no bank statement is refused with its reason, and no transfer is taken from it', async ({ newPage }) => {
  const page = await nordOn(newPage, '/bank-transfers', { account: { preferences: {} } })
  await drop(page, 'liste.csv', 'Name;Betrag\nKiosk;1,00\n')
  await page
    .getByRole('alert')
    .filter({ hasText: t('supplier_files.unread', { file: 'liste.csv' }) })
    .getByText(begins('credit.bank.problems.columns_missing', { columns: t('fields.day') }))
    .waitFor()
})
