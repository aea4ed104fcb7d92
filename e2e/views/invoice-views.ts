// The screens about invoices, each with content: a run for the demo shop's sales is made first.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { berlinDay } from '../../web/kit/base/format.ts'
import { t } from '../kit/texts.ts'
import { at, atOne, type CallsClient, firstRow, heading, reseller, someCustomer } from './shop-views.ts'

const LOOK_MS = 300
const DAY_MS = 86_400_000
const day = (ago: number) => berlinDay(new Date(Date.now() - ago * DAY_MS))

/** Finds a document of the demo shop, or has one made by a run on the server. */
async function someInvoice({ invoicesList, invoicesGenerate, invoiceRun, customerSearch }: CallsClient): Promise<string | undefined> {
  const [known] = (await invoicesList({})).content
  if (known) return known.invoice_id
  const customer_id = (await customerSearch({ search_text: 'kiosque' })).content[0]?.customer_id ?? ''
  const { run_id } = await invoicesGenerate({ customer_ids: [customer_id], date_from: day(60), date_to: day(0) })
  for (;;) {
    const { results, total } = await invoiceRun({ run_id })
    if (results.length === total) return results[0]?.documents[0]?.invoice_id
    await pause(LOOK_MS)
  }
}

/** Waits until a list shows either rows or its text for an empty list, because other tests may have added rows. */
const listOr = (nothing: string) => (page: Page) => page.getByText(nothing).or(page.getByRole('row').nth(1)).first().waitFor()
const paper = (page: Page) => page.getByRole('button', { name: t('invoices.print') }).waitFor()
const view = (path: string) => ({ name: `${path}/$invoiceId`, by: reseller, open: atOne((id) => `${path}/${id}`, someInvoice, paper) })

export const invoiceViews = [
  view('/new/invoice'),
  view('/new/invoice-gross'),
  view('/new/invoice-credit-note'),
  view('/new/invoice-reclamation'),
  view('/new/invoice-gross-reclamation'),
  view('/new/invoice-reclamation-combined'),
  { name: '/invoices-all', by: reseller, open: atOne(() => '/invoices-all?period=last_30_days', someInvoice, firstRow) },
  { name: '/invoices-all-reclamation', by: reseller, open: at('/invoices-all-reclamation', listOr(t('invoices.none_corrections'))) },
  { name: '/invoice-generate', by: reseller, open: at('/invoice-generate?period=this_year', firstRow) },
  {
    name: '/invoice-generate-reclamation',
    by: reseller,
    open: at('/invoice-generate-reclamation', (page) => page.getByText(t('invoices.all_billed')).waitFor()),
  },
  {
    name: '/invoice/$customerId',
    by: reseller,
    open: atOne(
      (id) => `/invoice/${id}`,
      someCustomer,
      async (page) => {
        await page.getByRole('button', { name: t('invoices.terms') }).click()
        await page.getByRole('button', { name: t('invoices.save_terms') }).waitFor()
      },
    ),
  },
  { name: '/invoice-settings', by: reseller, open: at('/invoice-settings', heading(t('house.screens.invoice_settings'))) },
  { name: '/month-end', by: reseller, open: at('/month-end', (page) => page.getByRole('button', { name: t('invoices.month_end.make') }).waitFor()) },
  { name: '/my-invoices-all', by: reseller, open: at('/my-invoices-all', (page) => page.getByText(t('invoices.none_received')).waitFor()) },
  {
    name: '/my-reclamation-invoices-all',
    by: reseller,
    open: at('/my-reclamation-invoices-all', listOr(t('invoices.none_corrections'))),
  },
]
