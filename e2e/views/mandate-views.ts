// The screens of direct debits: mandates, collections, and their credits in bank statements.
import type { Page } from 'playwright-core'
import { EURO } from '../../contract/kit/money.ts'
import { beforeTheApp, callsOn } from '../kit/calls.ts'
import { billed } from '../kit/invoices.ts'
import { newShop } from '../kit/shop.ts'
import { t } from '../kit/texts.ts'

const by = { as: 'nord' }
const SHOP = 'Kiosque Nord'
const account = { account_holder: 'Dominique Durand', iban: 'FR1420041010050500013M02606', signed_on: '2026-01-05', scheme: 'core' } as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).waitFor()

/**
 * An unused mandate of a shop of the demo world. If there is none, it is made; a used mandate is revoked first, because a shop has only one mandate at a time.
 */
async function made(page: Page) {
  await beforeTheApp(page)
  const { mandatesList, mandateCustomers, mandateAdd, mandateRevoke } = callsOn(page)
  const mandate = (await mandatesList({ search_text: SHOP })).content.find(({ state }) => state !== 'revoked')
  if (mandate?.state === 'unused') return mandate
  if (mandate) await mandateRevoke(mandate)
  const [customer] = (await mandateCustomers({ search_text: SHOP })).content
  return mandateAdd({ ...account, customer_id: customer?.customer_id ?? '' })
}

async function list(page: Page) {
  await made(page)
  await page.goto('/mandates/view')
  await page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
}

async function adding(page: Page) {
  await page.goto('/mandate/add')
  await button(page, t('house.screens.mandate_add'))
}

async function editing(page: Page) {
  const { mandate_id } = await made(page)
  await page.goto(`/mandate/edit/${mandate_id}`)
  await button(page, t('house.words.save'))
}

async function collections(page: Page) {
  await page.goto('/direct-debits')
  await page
    .getByRole('link', { name: t('house.screens.direct_debits_new') })
    .first()
    .waitFor()
}

async function collecting(page: Page) {
  await made(page)
  await page.goto('/direct-debits/new')
  await page.getByText(t('fields.scheme'), { exact: true }).first().waitFor()
}

/** Returns the id of a collection in any state; makes one if there is none. */
async function collected(page: Page): Promise<string> {
  await beforeTheApp(page)
  const [collection] = (await callsOn(page).collectionsList({})).content
  return collection?.collection_id ?? (await collectedNow(page)).collection_id
}

/** Makes a collection: adds a shop with a mandate and an open invoice, and collects this invoice. */
async function collectedNow(page: Page) {
  await beforeTheApp(page)
  const { collectionPreview, collectionAdd, invoiceSettingsUpdate, mandateAdd } = callsOn(page)
  const shop = await newShop({ plan: null })
  const { invoice_id, open: total } = await billed(page, shop)
  await invoiceSettingsUpdate({ iban: 'DE89370400440532013000', creditor_id: 'DE98ZZZ09999999999' })
  await mandateAdd({ customer_id: shop.customer_id, ...account })
  const { earliest: collect_on } = await collectionPreview({})
  return collectionAdd({ collection_id: crypto.randomUUID(), scheme: 'core', collect_on, invoice_ids: [invoice_id], total })
}

/** Makes a collection and takes in two credits with its reference from a bank statement: one of the right amount, one that is 1 € too low. */
async function credits(page: Page) {
  const { collection_id, total } = await collectedNow(page)
  const reference = collection_id.replaceAll('-', '')
  const line = { booked_on: '2026-11-12', name: '', iban: '', reference, nth: 0 }
  const transfers = [total, total - EURO].map((amount) => ({ ...line, amount }))
  await callsOn(page).bankLinesTake({ file_name: 'umsatz.xml', account: '', transfers })
  return { collection_id, total, reference }
}

async function credited(page: Page) {
  const { reference } = await credits(page)
  await page.goto(`/bank-transfers?q=${reference}`)
  await page.getByRole('row').nth(2).waitFor()
}

/** Opens a collection whose credit is booked. `reason`: if given, the bank has also returned the shop's debit for this reason. */
async function booked(page: Page, reason = '') {
  const { collection_id, total, reference } = await credits(page)
  const { bankLinesList, bankLineBook, collectionLines, debitReturnsTake } = callsOn(page)
  const line = (await bankLinesList({ search_text: reference })).content.find(({ amount }) => amount === total)
  await bankLineBook({ line_id: line?.line_id ?? '', collection_id })
  const [debit] = (await collectionLines({ filters: { collection_id } })).content
  const returned = { end_to_end_id: debit?.end_to_end_id ?? '', booked_on: '2026-11-20', amount: total + 3 * EURO, reason }
  if (reason) await debitReturnsTake({ file_name: 'umsatz.xml', returns: [returned] })
  await page.goto(`/direct-debit/${collection_id}`)
  await page.getByRole('row').nth(1).waitFor()
}

async function one(page: Page) {
  await page.goto(`/direct-debit/${await collected(page)}`)
  await page.getByRole('row').nth(1).waitFor()
}

async function missing(page: Page) {
  await page.goto('/direct-debit/00000000-0000-7000-8000-000000000000')
  await page.getByText(t('debits.no_collection')).waitFor()
}

export const mandateViews = [
  { name: '/direct-debits', by, open: collections },
  { name: '/direct-debits/new', by, open: collecting },
  { name: '/direct-debit/$collectionId', by, open: one },
  { name: '/direct-debit/$collectionId booked', by, open: (page: Page) => booked(page) },
  { name: '/direct-debit/$collectionId returned', by, open: (page: Page) => booked(page, 'MD06') },
  { name: '/direct-debit/$collectionId missing', by, open: missing },
  { name: '/bank-transfers credits', by, open: credited },
  { name: '/mandates/view', by, open: list },
  { name: '/mandate/add', by, open: adding },
  { name: '/mandate/edit/$mandateId', by, open: editing },
]
