// A reseller moves its customers in from another system: four wrong rows are named and mended, a debt and a new plan come with the customers, the report agrees
// with the files, the move is undone and made again, and after the first sale it can no longer be undone.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import * as format from '../../../web/kit/base/format.ts'
import { pressInDialog, shoot, test, unique } from '../../kit/browser.ts'
import { callsAs, callsOn, letterTo, linkIn } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { register } from '../../kit/people.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { begins, t } from '../../kit/texts.ts'

const CUSTOMERS = 50
/** The row number of the customer that owes money (a negative balance) and gets a plan that only the price file defines. */
const OWING = 5
const HEAD = 'Nom;Nom d’utilisateur;E-mail;Mobile;Ville;Grille;Solde;Limite de crédit;N° client'

const plain = {
  name: (n: number, run: string) => `Tabac ${run} ${n}`,
  username: (n: number, run: string) => `tabac.${run}.${n}`,
  number: (n: number, run: string) => `C-${run}-${n}`,
  plan: (run: string) => `Plan ${run}`,
}
/** The content of a file of customers. `wrong`: by row number, the rows that replace the right ones. */
const customersFile = (run: string, wrong: Readonly<Record<number, string>> = {}) =>
  [
    HEAD,
    ...Array.from({ length: CUSTOMERS }, (_, n) => {
      const username = plain.username(n, run)
      const [plan, sign] = n === OWING ? [plain.plan(run), '-'] : ['Gold', '']
      return wrong[n] ?? `${plain.name(n, run)};${username};${username}@example.test;+33 6 12 34 56 78;Lille;${plan};${sign}1${n},50;20;${plain.number(n, run)}`
    }),
  ].join('\n')
/** The sum of the balances in the file: customer number n has the balance "1" followed by n and ".50", such as 10.50 and 11.50; that of OWING is negative. */
const total = Array.from({ length: CUSTOMERS }, (_, n) => (n === OWING ? -1 : 1) * (Number(`1${n}`) + 0.5)).reduce((sum, amount) => sum + amount, 0)

const drop = async (page: Page, label: RegExp | string, ...files: { name: string; text: string }[]) =>
  page.getByLabel(label).setInputFiles(files.map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })))
const startLabel = () => t('customers.moving.start', { n: CUSTOMERS })
/** Waits until the customers are moved in, because only then the button that undoes the move can be pressed. */
const done = (page: Page) => expect.poll(() => page.getByRole('button', { name: t('customers.moving.undo') }).isEnabled(), { timeout: 60_000 }).toBe(true)

async function carryOut(page: Page) {
  await page.getByRole('button', { name: startLabel() }).click()
  await pressInDialog(page, startLabel())
  await page.waitForURL(/moving-in\/[0-9a-f-]{36}/)
  await done(page)
  return page.url().split('/').at(-1) ?? ''
}

test('moving in fifty customers with balances and prices is corrected, carried out, undone and repeated; after the first sale it cannot be undone', {
  timeout: 240_000,
}, async ({ newPage }) => {
  const run = unique()
  const page = await newPage({ as: 'nord', account: { preferences: {} } })
  const goods = await newGoods(page, 'cash_card', { euros: [10] })
  const calls = callsOn(page)
  await page.goto('/customers/moving-in')
  const file = page.waitForEvent('download')
  await page.getByText(t('customers.moving.templates')).click()
  await page.getByRole('button', { name: t('customers.moving.template.customers') }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain(t('fields.username'))

  const prices = `Nom d’utilisateur;Produit;Valeur;Remise;Grille\n${plain.username(0, run)};${goods.name};10;2,5;\n;${goods.name};10;1,5;${plain.plan(run)}\n`
  const wrong = {
    3: `Tabac;${plain.username(4, run)};x@example.test;+33 6 12 34 56 78;Lille;Gold;1;1`,
    7: `Tabac;t.${run};y@example.test;none;Lille;Gold;1.000;1`,
    8: `Tabac;v.${run};v@example.test;+33 6 12 34 56 78;Lille;Gold;(30,00);20`,
    9: `Tabac;u.${run};z@example.test;+33 6 12 34 56 78;Lille;Platine;1;1;${plain.number(8, run)}`,
  }
  await drop(page, begins('customers.moving.drop'), { name: 'clients.csv', text: customersFile(run, wrong) }, { name: 'prix.csv', text: prices })
  const status = page.getByRole('status').filter({ hasText: t('customers.moving.bad', { n: 4 }) })
  await status.waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: t('customers.moving.problems.row_twice', { limit: '5' }) })
    .waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: t('errors.problems.not_a_phone_number') })
    .waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: t('customers.moving.problems.none_here') })
    .waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: t('customers.moving.problems.limit_below_debt', { limit: format.money(30 * EURO) }) })
    .waitFor()
  expect(await page.getByRole('button', { name: begins('customers.moving.start') }).count()).toBe(0)
  await shoot(page, 'moving in, wrong rows')
  expect((await calls.customerSearch({ search_text: `tabac ${run}` })).content).toEqual([])

  await drop(page, begins('supplier_files.browse'), { name: 'clients.csv', text: customersFile(run) })
  await page.getByText(t('customers.moving.compare')).waitFor()
  await page.getByText(t('customers.moving.new_plan', { plan: plain.plan(run), prices: '1', customers: '1' })).waitFor()
  await shoot(page, 'moving in, nothing wrong')
  const first = await carryOut(page)
  const report = await calls.moveRows({ move_id: first })
  expect(report.totals).toMatchObject({ customers: CUSTOMERS, balance: total * EURO, balance_booked: total * EURO, credit_limit_booked: 20 * CUSTOMERS * EURO })
  expect(report.content[0]).toMatchObject({ username: plain.username(0, run), prices: 1, prices_set: 1 })
  expect(report.content[OWING]).toMatchObject({ outcome: 'equal', balance_booked: -15.5 * EURO })
  await page.getByText(t('customers.moving.plans_made', { plans: plain.plan(run) })).waitFor()
  await shoot(page, 'moved in')
  const owing = await newPage({ as: 'nord', account: { preferences: {} } })
  await owing.goto(`/admin/customer-ledger?customer=${report.content[OWING]?.customer_id}`)
  await owing.getByRole('cell', { name: t('words.bookings.moved_in') }).waitFor()
  await shoot(owing, 'a debt moved in')
  const found = async (n: number) => (await calls.customerSearch({ search_text: plain.number(n, run) })).content.map(({ username }) => username)
  expect(await found(CUSTOMERS - 1)).toEqual([plain.username(CUSTOMERS - 1, run)])

  await page.getByRole('button', { name: t('customers.moving.undo') }).click()
  await pressInDialog(page, t('customers.moving.undo'))
  await page
    .getByRole('cell', { name: t('customers.moving.outcomes.undone') })
    .first()
    .waitFor()
  await shoot(page, 'move undone')
  expect((await calls.customersList({ search_text: `tabac ${run}`, filters: { is_active: true } })).content).toEqual([])
  expect(await found(CUSTOMERS - 1), 'the numbers are free again').toEqual([])

  await page.goto('/customers/moving-in')
  await drop(page, begins('customers.moving.drop'), { name: 'clients.csv', text: customersFile(run) }, { name: 'prix.csv', text: prices })
  const second = await carryOut(page)
  expect(second).not.toBe(first)
  expect(await found(CUSTOMERS - 1)).toEqual([plain.username(CUSTOMERS - 1, run)])
  const username = plain.username(0, run)
  await register({ username, email: `${username}@example.test`, link: linkIn(await letterTo(`${username}@example.test`, 'registration')) })
  const [configuration_id = ''] = goods.configuration_ids
  await stocked(page, configuration_id, pinFile(2))
  const shop = await callsAs(username)
  await shop.sell({ ...(await shop.transactionKey({})), configuration_id, quantity: 1 })
  await page.getByRole('button', { name: t('customers.moving.undo') }).click()
  await pressInDialog(page, t('customers.moving.undo'))
  await page.getByText(t('customers.moving.used.sold', { name: plain.name(0, run) })).waitFor()
  await shoot(page, 'undoing refused')
  const kept = await calls.moveRows({ move_id: second })
  expect(kept.totals.balance_booked).toBe(total * EURO)
  expect((await calls.moneyCheck({})).sound).toBe(true)
})
