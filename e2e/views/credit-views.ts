// The screens about credit, each with content: bookings, requests and refusals. They belong to a reseller in another tenant than the one that journeys use.

import type { Page } from 'playwright-core'
import type { Calls } from '../../contract/index.ts'
import type { Client } from '../../contract/kit/client.ts'
import { EURO } from '../../contract/kit/money.ts'
import { pressInDialog } from '../kit/browser.ts'
import { callsOn } from '../kit/calls.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'

const reseller = { as: 'rhein', host: 'rhein.localhost', kept: { language: 'fr' } }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }
const shop = { as: 'gare', kept: { language: 'fr' } }

type CallsClient = Client<Calls>
type Prepare = (calls: CallsClient, customer_id: string) => Promise<unknown>

const dom = async ({ customerSearch }: CallsClient) => (await customerSearch({ search_text: 'dom' })).content[0]?.customer_id ?? ''
const key = async ({ transactionKey }: CallsClient) => (await transactionKey({})).transaction_key
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const cell = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').first().waitFor()

/** Opens an address after creating what it shows. */
const filled =
  (path: (id: string) => string, prepare: Prepare, ready: (page: Page) => Promise<unknown> = cell) =>
  async (page: Page) => {
    await onItsHost(page)
    const calls = callsOn(page)
    const customer_id = await dom(calls)
    await prepare(calls, customer_id)
    await go(page, path(customer_id))
    await ready(page)
  }

const limit: Prepare = async (calls, customer_id) => {
  if ((await calls.creditLogs({})).content.length > 0) return
  for (const amount of [260, 240])
    await calls.walletChange({ transaction_key: await key(calls), customer_id, type: 'credit_limit', amount: amount * EURO, remarks: 'Nach Absprache' })
}

const rule: Prepare = (calls, customer_id) =>
  calls.autoCreditUpdate({ customer_id, balance_trigger: EURO, balance_topup: 50 * EURO, daily_limit: 100 * EURO, is_enabled: true })

const reminded: Prepare = async (calls, customer_id) => {
  await calls.creditReminderRule({ remind_when: 'days', lasts_days: 3 })
  await calls.creditRemind({ customer_ids: [customer_id] })
}

async function reminderRule(page: Page) {
  await page
    .getByRole('button', { name: t('words.change') })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Takes in a bank statement with four transfers: one names a user, one belongs to no customer, two are alike. */
const transferred: Prepare = async (calls) => {
  const line = { booked_on: '2026-11-12', amount: 50 * EURO, name: 'Trinkhalle am Markt', iban: 'DE02120300000000202051', reference: 'Danke', nth: 0 }
  const lines = [{ ...line, reference: 'Guthaben dom', name: 'Kiosk am Dom' }, { ...line, amount: 7 * EURO, iban: '' }, line, { ...line, nth: 1 }]
  await calls.bankLinesTake({ file_name: 'umsatz.xml', account: '', transfers: lines })
}

async function inRow(page: Page, key: 'house.words.choose' | 'credit.bank.set_aside') {
  await page
    .getByRole('button', { name: begins('house.named', { what: t(key) }) })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function unread(page: Page) {
  await page
    .getByLabel(begins('credit.bank.drop'))
    .setInputFiles({ name: 'umsatz.csv', mimeType: 'text/csv', buffer: Buffer.from('Buchungstag;Name\n12.11.2026;Kiosk') })
  await page.getByRole('alert').waitFor()
}

const guard: Prepare = ({ creditRulesUpdate }) => creditRulesUpdate({ credit_approval_above: 1_000 * EURO })

/** Books an amount above the limit, so that a request waits. This reseller has only one user, so only the platform can decide the request. */
const request: Prepare = async (calls, customer_id) => {
  if ((await calls.creditRequestsList({ filters: { state: 'waiting' } })).content.length > 0) return
  await calls.walletChange({
    transaction_key: await key(calls),
    customer_id,
    amount: 1_500 * EURO,
    payment_mode: 'bank_transfer',
    remarks: 'Weihnachtsgeschäft',
  })
}

const nothing: Prepare = async () => undefined

async function pasted(page: Page, text: string) {
  await page.getByLabel(t('credit.multi.paste')).fill(text)
  await page.getByRole('button', { name: t('credit.multi.take') }).click()
  await page.getByText(t('credit.multi.ready')).first().waitFor()
}

async function withFaults(page: Page) {
  await pasted(page, 'benutzer;betrag;notiz\nDOM;1;Miete\nunbekannt;5\ndom;1.000\n;7\n')
  await page.getByText(t('credit.multi.no_name')).waitFor()
}

async function proposed(page: Page) {
  await page.getByRole('button', { name: t('credit.round.propose') }).click()
  await page.locator('section [role=status]').waitFor()
}

async function sent(page: Page) {
  await pasted(page, 'dom;1,00;Test\nunbekannt;5')
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: '6,00 €' }) }).click()
  await pressInDialog(page, t('words.top_up_amount', { amount: '6,00 €' }))
  await page
    .getByRole('status')
    .getByText(t('credit.multi.done', { n: 1 }))
    .waitFor()
}

async function newRule(page: Page) {
  await page
    .getByRole('button', { name: t('words.change') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(begins('credit.auto.simulation')).waitFor()
}

async function waiting(page: Page) {
  await onItsHost(page)
  await callsOn(page).tenantChoose({ tenant_id: 2 })
  await filled(() => '/customer/credit/requests', request)(page)
}

async function deciding(page: Page) {
  await go(page, '/customer/credit/requests')
  await page
    .getByRole('button', { name: begins('words.refuse') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('fields.reason') })
    .waitFor()
}

async function ownCredit(page: Page) {
  await go(page, '/seller/credit')
  await cell(page)
}

export const creditViews = [
  {
    name: '/customer/credit/multi',
    by: reseller,
    open: filled(() => '/customer/credit/multi', nothing, heading),
  },
  { name: '/customer/credit/round', by: reseller, open: filled(() => '/customer/credit/round', nothing, proposed) },
  { name: '/customer/credit/multi with faults', by: reseller, open: filled(() => '/customer/credit/multi', nothing, withFaults) },
  { name: '/customer/credit/multi sent', by: reseller, open: filled(() => '/customer/credit/multi', nothing, sent) },
  { name: '/customer/credit/history', by: reseller, open: filled(() => '/customer/credit/history', nothing) },
  { name: '/customer/credit/history limits', by: reseller, open: filled(() => '/customer/credit/history?view=limits', limit) },
  { name: '/customer/credit/auto', by: reseller, open: filled(() => '/customer/credit/auto', rule) },
  { name: '/customer/credit/auto rule', by: reseller, open: filled(() => '/customer/credit/auto', rule, newRule) },
  { name: '/customer/$customerId/credit/auto', by: reseller, open: filled((id) => `/customer/${id}/credit/auto`, rule) },
  { name: '/customer/credit/reminders', by: reseller, open: filled(() => '/customer/credit/reminders', reminded) },
  { name: '/customer/credit/reminders rule', by: reseller, open: filled(() => '/customer/credit/reminders', reminded, reminderRule) },
  { name: '/bank-transfers', by: reseller, open: filled(() => '/bank-transfers', transferred) },
  { name: '/bank-transfers unread', by: reseller, open: filled(() => '/bank-transfers', transferred, unread) },
  {
    name: '/bank-transfers choosing',
    by: reseller,
    open: filled(
      () => '/bank-transfers?state=open',
      transferred,
      (page) => inRow(page, 'house.words.choose'),
    ),
  },
  {
    name: '/bank-transfers aside',
    by: reseller,
    open: filled(
      () => '/bank-transfers?state=open',
      transferred,
      (page) => inRow(page, 'credit.bank.set_aside'),
    ),
  },
  { name: '/customer/credit/requests', by: reseller, open: filled(() => '/customer/credit/requests', guard, heading) },
  { name: '/customer/credit/requests waiting', by: platform, open: waiting },
  { name: '/customer/credit/requests deciding', by: reseller, open: deciding },
  { name: '/seller/credit', by: shop, open: ownCredit },
]
