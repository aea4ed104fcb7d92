// The screens about customers and their terminals, each with content.
import type { Page } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { at, atOne, type CallsClient, firstRow, heading, reseller, someCustomer } from './shop-views.ts'

const DETAILS = '/customer/details/$customerId'
const tab = (name: string, ready: (page: Page) => Promise<unknown>) => ({
  name: `${DETAILS} ${name}`,
  by: reseller,
  open: atOne((id) => `/customer/details/${id}?tab=${name}`, someCustomer, ready),
})

/** Opens the form and unfolds the list of single rights. */
async function rights(page: Page) {
  await page.getByText(t('staff.matrix.more')).click()
  await page.getByRole('checkbox').first().waitFor()
}

async function chosen(page: Page) {
  await page
    .getByRole('checkbox', { name: t('pages.list.choose_row') })
    .first()
    .check()
  await page.getByRole('button', { name: t('customers.status.stop') }).waitFor()
}

/** Opens the list of stopped customers; if it is empty, a customer of nord's is added and stopped first. */
async function stopped(page: Page) {
  await onItsHost(page)
  const calls = callsOn(page)
  const { filters } = await calls.customersList({ filters: { is_active: false } })
  if (filters.total_count === 0) await stopOne(calls)
  await at('/stopped-customers/view', firstRow)(page)
}

async function stopOne({ customerAdd, customerStatus, transactionKey }: CallsClient) {
  const username = `closed.${Math.random().toString(36).slice(2, 10)}`
  const mobile = '+33 6 11 22 33 44'
  const given = { account_role: 2, name: 'Presse Fermée', username, full_name: 'Fanny Fermée', email: `${username}@example.test`, city: 'Douai' }
  const { customer_id } = await customerAdd({ ...(await transactionKey({})), ...given, mobile, mobile_confirmation: mobile })
  await customerStatus({ customer_ids: [customer_id], is_active: false, reason: 'Boutique fermée depuis mai' })
}

const MOVED = '+33 6 11 22 33 44'

/**
 * Uploads a file of plans, and a file of customers with two wrong rows: in one a telephone number is missing and an amount is invalid, in the other a debt is
 * beyond the credit limit.
 */
async function wrongRows(page: Page) {
  await at('/customers/moving-in', (open) => open.getByText(t('customers.moving.drop')).waitFor())(page)
  const one = `Tabac Un;tabac.un;un@example.test;${MOVED};10;;Essai`
  const customers = `name;username;email;mobile;balance;limit;plan\n${one}\nTabac Deux;tabac.deux;deux@example.test;;dix\nTabac Trois;tabac.trois;trois@example.test;${MOVED};-125,40;100\n`
  const prices = `plan;product;discount\nEssai;Neosurf;2\nEssai;Aucune carte;2\n`
  const files = [
    { name: 'clients.csv', text: customers },
    { name: 'prix.csv', text: prices },
  ].map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }))
  await page.getByLabel(begins('customers.moving.drop')).setInputFiles(files)
  await page.getByRole('row').nth(4).waitFor()
}

/** Moves two customers of nord's in and opens the report after both customers were made. */
async function movedIn(page: Page) {
  await onItsHost(page)
  const calls = callsOn(page)
  const move_id = await moveTwo(calls)
  while ((await calls.movesList({ filters: { move_id } })).content[0]?.state === 'running') await page.waitForTimeout(200)
  await at(`/customers/moving-in/${move_id}`, (open) =>
    open
      .getByRole('cell', { name: t('customers.moving.outcomes.equal') })
      .first()
      .waitFor(),
  )(page)
}

async function moveTwo({ moveStart, transactionKey }: CallsClient) {
  const customers = [1, 2].map((n) => {
    const username = `moved.${n}.${Math.random().toString(36).slice(2, 8)}`
    return [`Presse ${n}`, username, `${username}@example.test`, MOVED, '', '', '', '', 'Douai', '', '', '', '', '25', '']
  })
  return (await moveStart({ ...(await transactionKey({})), customers, remarks: t('customers.moving.note') })).move_id
}

export const customerViews = [
  { name: '/customers/view chosen', by: reseller, open: at('/customers/view', chosen) },
  { name: '/shops-ready', by: reseller, open: at('/shops-ready?quiet_days=0', firstRow) },
  { name: '/stopped-customers/view', by: reseller, open: stopped },
  { name: '/customers/moving-in', by: reseller, open: at('/customers/moving-in', (page) => page.getByText(t('customers.moving.drop')).waitFor()) },
  { name: '/customers/moving-in with wrong rows', by: reseller, open: wrongRows },
  { name: '/customers/moving-in/$moveId', by: reseller, open: movedIn },
  { name: '/customer/add', by: reseller, open: at('/customer/add', rights) },
  { name: DETAILS, by: reseller, open: atOne((id) => `/customer/details/${id}`, someCustomer, heading('Kiosque Nord')) },
  tab('access', (page) => page.getByLabel(t('fields.code_channel')).waitFor()),
  tab('api', (page) => page.getByRole('heading', { name: t('customers.api.title') }).waitFor()),
  tab('remarks', (page) => page.getByRole('textbox', { name: t('fields.remarks') }).waitFor()),
  tab('history', (page) =>
    page
      .getByRole('region', { name: t('words.history') })
      .getByRole('listitem')
      .first()
      .waitFor(),
  ),
  { name: '/customer/edit/$customerId', by: reseller, open: atOne((id) => `/customer/edit/${id}`, someCustomer, rights) },
  { name: '/terminals', by: reseller, open: at('/terminals', firstRow) },
]
