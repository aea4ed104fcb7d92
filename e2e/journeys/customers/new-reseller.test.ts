// A reseller from nothing to its first sale: added by the platform, registered by the mailed link, with a supplier, a product, stock, a plan, a customer who
// registers too, credit, and a slip at that customer's till. Everybody works in a browser of their own, and the reseller follows only its checklist.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { usualFlags } from '../../../contract/customers/customer-changes.ts'
import { enterToSell, type NewPage, shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsOn, codeIn, letterTo, linkIn } from '../../kit/calls.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { chooseFile, supplierFile } from '../../kit/supplier-file.ts'
import { begins, named, t } from '../../kit/texts.ts'

type Newcomer = { name: string; username: string; full_name: string; email: string }

const PASSWORD = 'Comptoir#2026-Neuf'
const MOBILE = '+33 6 12 34 56 78'
const TENANT = 1

/** A unique name, so that the journey can run again in the same world. */
function newcomer(kind: string): Newcomer {
  const username = `${kind}.${Math.random().toString(36).slice(2, 9)}`
  return { name: `Maison ${username}`, username, full_name: 'Noémie Neuf', email: `${username}@example.test` }
}

test('a reseller added by the platform signs in, adds goods and a customer, who prints a first slip', { timeout: 300_000 }, async ({ newPage }) => {
  const [house, shop] = [newcomer('maison'), newcomer('boutique')]
  const product = `Carte ${house.username}`

  const platform = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await beforeTheApp(platform)
  await callsOn(platform).tenantChoose({ tenant_id: TENANT })
  await platform.goto('/customer/add')
  await addCustomer(platform, house, proposedRights)

  const reseller = await registered(newPage, house)
  const list = await checklist(reseller)
  await expect.poll(() => list.done()).toBe(0)
  await list.go('supplier')
  await addSupplier(reseller, 'Grossiste Neuf')
  await list.go('product')
  await addProduct(reseller, product)
  await list.go('stock')
  const pins = await addStock(reseller, product, 'Grossiste Neuf')
  await list.go('plan')
  await addPlan(reseller, `Plan ${house.username}`, product)
  await list.go('shop')
  await addCustomer(reseller, shop, (page) => page.getByLabel(begins('fields.plan')).selectOption({ label: `Plan ${house.username}` }))
  await credit(reseller, 100)
  await list.back()
  await expect.poll(() => list.done()).toBe(6)
  await reseller.getByText(t('start.list.shop_waits', { reason: t('start.why.no_user') })).waitFor()
  await shoot(reseller, 'checklist of a new reseller')

  const till = await registered(newPage, shop)
  const prints = await catchPrints(till)
  await reseller.reload()
  await reseller.getByText(t('start.list.shop_ready')).waitFor()
  await expect.poll(() => list.done()).toBe(7)
  await till.goto('/cashcards/')
  const pin = await sellFirst(till, product)
  expect(pins).toContain(pin)
  await expect.poll(() => prints.length).toBe(1)
  const slip = (await textOf(till, prints[0] ?? '')).replace(/\s/g, '')
  expect(slip).toContain(pin)
  expect(slip).toContain(shop.name.replace(/\s/g, ''))
  await shoot(till, 'first slip of a new customer')
  await reseller.reload()
  await reseller.getByRole('region', { name: t('house.second.list') }).waitFor()
  expect(await list.card.count(), 'the first sale ends the list').toBe(0)
  expect(list.steps(), 'five steps were gone to by the list, and once back').toBe(6)
})

/** Goes to each step by the checklist of the start page, or by its strip on the other pages; no address is typed. */
async function checklist(page: Page) {
  const card = page.getByRole('region', { name: t('start.list.title') })
  const strip = page.getByRole('navigation', { name: t('start.list.title') })
  let steps = 0
  await card.waitFor()
  return {
    card,
    steps: () => steps,
    done: async () => {
      await card.waitFor()
      return card.getByRole('img', { name: t('house.words.done') }).count()
    },
    go: async (step: 'supplier' | 'product' | 'stock' | 'plan' | 'shop') => {
      steps++
      const name = t(`start.steps.${step}`)
      await card
        .getByRole('link', { name: named(t('start.list.open'), name) })
        .or(strip.getByRole('link', { name, exact: true }))
        .click()
      await page.waitForURL((url) => url.pathname !== '/dashboard')
    },
    back: async () => {
      steps++
      await strip.getByRole('link', { name: t('words.back_to_the_list') }).click()
      await card.waitFor()
    },
  }
}

/** Adds a customer by the form. */
async function addCustomer(page: Page, { name, username, full_name, email }: Newcomer, more: (page: Page) => Promise<unknown>) {
  await page.getByLabel(t('fields.name'), { exact: true }).fill(name)
  await page.getByLabel(t('customers.fields.full_name')).fill(full_name)
  await page.getByLabel(t('fields.username'), { exact: true }).fill(username)
  await page.getByText(t('customers.form.username_free')).waitFor()
  await page.getByLabel(t('fields.email'), { exact: true }).fill(email)
  await page.getByLabel(t('fields.mobile'), { exact: true }).fill(MOBILE)
  await page.getByLabel(t('customers.fields.mobile_confirmation')).fill(MOBILE)
  await more(page)
  await page.getByRole('button', { name: t('words.add_and_send_the_link') }).click()
  await page.getByRole('heading', { name: t('words.added_name', { name }) }).waitFor()
}

/** Expects the form to propose a reseller's usual rights for the new reseller, and to say that it stands beside Comptoir Nord. */
async function proposedRights(page: Page) {
  await page.getByText(t('customers.form.beside_house', { house: 'Comptoir Nord' })).waitFor()
  const rights = page.getByRole('group', { name: t('fields.flags') })
  await expect.poll(() => rights.getByRole('checkbox', { checked: true }).count()).toBe(usualFlags.reseller.length)
}

/** Registers by the link in the mail, with the keyboard; returns the page, on which the new user is signed in. */
async function registered(newPage: NewPage, { username, email }: Newcomer): Promise<Page> {
  const link = linkIn(await letterTo(email, 'registration'))
  const page = await newPage()
  await page.goto(link)
  await page.getByRole('textbox', { name: t('fields.username') }).fill(username)
  await page.keyboard.press('Enter')
  const code = page.getByRole('textbox', { name: t('entry.code.label'), exact: true })
  await code.waitFor()
  await code.fill(codeIn(await letterTo(email, 'registration_code')))
  await page.getByLabel(t('auth.login.password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !/^\/(login|loading|registration)/.test(url.pathname))
  await page.getByRole('main').waitFor()
  return page
}

async function addSupplier(page: Page, company: string) {
  await page.getByLabel(t('customers.organisation_types.company'), { exact: true }).fill(company)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/suppliers/view')
  await page.getByRole('link', { name: company }).first().waitFor()
}

async function addProduct(page: Page, name: string) {
  await page.getByLabel(t('fields.name'), { exact: true }).fill(name)
  await page.getByRole('textbox', { name: t('fields.value'), exact: true }).fill('10')
  await page.getByRole('button', { name: t('goods.products.submit_add') }).click()
  await page.waitForURL(/\/products\/view\/[^/]+/)
  await page.getByRole('heading', { name }).first().waitFor()
}

/** Adds the PINs of a file and puts them on sale; returns them. */
async function addStock(page: Page, product: string, supplier: string): Promise<string[]> {
  const file = supplierFile(16, 12)
  await chooseFile(page, { name: product, value: '10,00 €' }, file)
  await page.getByRole('button', { name: t('stock.import.leave_out', { n: file.broken }) }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: supplier }).click()
  await page.getByLabel(begins('fields.buying_discount')).fill('8')
  await page.getByRole('button', { name: t('stock.import.add', { n: 12 }) }).click()
  await page.getByRole('button', { name: t('stock.import.publish', { n: 12 }) }).click()
  await page.getByText(t('stock.import.on_sale')).waitFor()
  return file.pins
}

async function addPlan(page: Page, name: string, product: string) {
  await page.getByLabel(t('fields.name'), { exact: true }).fill(name)
  await page
    .getByRole('textbox', { name: new RegExp(`^Remise pour ${product}`) })
    .first()
    .fill('5')
  await page.getByRole('button', { name: t('prices.add_plan') }).click()
  await page.waitForURL('**/product-discount-slabs/*')
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Credits the new customer, starting from the card that confirms that it was added. */
async function credit(page: Page, euro: number) {
  await page.getByRole('link', { name: t('customers.form.to_credit') }).click()
  await page.getByRole('textbox', { name: t('fields.amount') }).fill(String(euro))
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: `${euro},00 €` }) }).click()
  await page.getByText(begins('sales.booking.done_top_up', { amount: `${euro},00 €` })).waitFor()
}

/** Sells with the keyboard alone: name, choose, sell. */
async function sellFirst(page: Page, product: string): Promise<string> {
  const search = page.getByRole('searchbox', { name: t('selling.find.label') })
  await page.getByRole('button', { name: new RegExp(`^${product}`) }).waitFor()
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(product)
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
  await enterToSell(page)
  const last = page.getByRole('region', { name: t('selling.sold.title') })
  await last.getByText(t('selling.sold.printed')).waitFor()
  return ((await last.getByRole('listitem').first().textContent()) ?? '').replace(/\s/g, '')
}
