// A reseller from its first day to its first sale: the platform adds it, and it registers by the mailed link. It enters a supplier, a product, stock and a
// plan, and adds a customer, who registers too, gets credit and sells a card with a slip. Each person works in a separate browser, and the reseller follows
// only its checklist.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { usualFlags } from '../../../contract/people/staff.ts'
import { enterToSell, shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsAs, callsOn, codeIn, letterTo, linkIn, platformAtNord } from '../../kit/calls.ts'
import { counted, minutesOf } from '../../kit/hands.ts'
import { register } from '../../kit/people.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { supplierFile } from '../../kit/supplier-file.ts'
import { begins, named, t } from '../../kit/texts.ts'

type Newcomer = { name: string; username: string; full_name: string; email: string }

const PASSWORD = 'Comptoir#2026-Neuf'
const MOBILE = '+33 6 12 34 56 78'
const TENANT = 1

/** Makes names and an address that nobody else has, so that the journey can run again in the same world. */
function newcomer(kind: string): Newcomer {
  const username = `${kind}.${Math.random().toString(36).slice(2, 9)}`
  return { name: `Maison ${username}`, username, full_name: 'Noémie Neuf', email: `${username}@example.test` }
}

test('a reseller added by the platform follows only the checklist until its shop sells a first card, in at most sixty clicks and twelve minutes', {
  timeout: 300_000,
}, async ({ newPage }) => {
  const [house, shop] = [newcomer('maison'), newcomer('boutique')]
  const product = `Carte ${house.username}`
  const hands = { clicks: 0, letters: 0 }

  const platform = await counted(hands, await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }))
  await beforeTheApp(platform)
  await callsOn(platform).tenantChoose({ tenant_id: TENANT })
  await platform.goto('/customer/add')
  await addCustomer(platform, house, proposedRights)

  const reseller = await registered(await counted(hands, await newPage()), house)
  await reseller.getByText(house.name).first().waitFor()
  const list = await checklist(reseller)
  await expect.poll(() => list.done()).toBe(0)
  await list.go('supplier')
  await addSupplier(reseller, 'Grossiste Neuf')
  await list.go('product')
  await addProduct(reseller, product)
  await list.go('stock')
  const pins = await addStock(reseller)
  await list.go('plan')
  await addPlan(reseller, `Plan ${house.username}`, product)
  await list.go('shop')
  await addCustomer(reseller, shop, (page) => page.getByText(t('customers.form.below_house', { house: house.name })).waitFor())
  // The form for the shop has proposed the only plan, so the checklist's step "shop_plan" is done already.
  await list.go('credit')
  await credit(reseller, 100)
  await list.back()
  await expect.poll(() => list.done()).toBe(7)
  await reseller.getByText(t('start.list.shop_waits', { reason: t('start.why.no_user') })).waitFor()
  await shoot(reseller, 'checklist of a new reseller')

  const till = await counted(hands, await newPage())
  const prints = await catchPrints(till)
  await registered(till, shop)
  await reseller.reload()
  await reseller.getByText(t('start.list.shop_ready')).waitFor()
  await expect.poll(() => list.done()).toBe(8)
  // After signing in a shop sees its till first, so the test need not open the till.
  await till.waitForURL('**/cashcards/')
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
  expect(hands.clicks, `clicks: ${hands.clicks}`).toBeLessThanOrEqual(60)
  expect(minutesOf(hands), JSON.stringify(hands)).toBeLessThanOrEqual(12)
  expect(hands.clicks, 'control: clicks are counted').toBeGreaterThan(20)
  expect(hands.letters, 'control: letters are counted').toBeGreaterThan(200)
  console.info(`${hands.clicks} clicks and ${hands.letters} letters, ${minutesOf(hands).toFixed(1)} minutes`)
})

test('the reseller of a shop without a plan finds in its checklist how to give that shop the only plan; the shop is told to phone that reseller', async ({
  newPage,
}) => {
  const house = newcomer('plan')
  const platform = await platformAtNord()
  const mobile = { mobile: MOBILE, mobile_confirmation: MOBILE }
  await platform.customerAdd({ ...(await platform.transactionKey({})), ...house, ...mobile, account_role: 1, flags: [...usualFlags.reseller] })
  await register({ ...house, link: linkIn(await letterTo(house.email, 'registration')) })
  const calls = await callsAs(house.username)
  const ten = { value: 10 * EURO, info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true } as const
  const { product_id } = await calls.productAdd({ product_name: `Carte ${house.username}`, product_type: 'cash_card', configurations: [ten] })
  await calls.planAdd({ plan_name: 'Seul', entries: [{ product_id, configuration_id: null, discount: 500 }] })
  const shop = newcomer('sans-plan')
  await calls.customerAdd({ ...(await calls.transactionKey({})), ...shop, ...mobile, account_role: 2 })

  await register({ ...shop, link: linkIn(await letterTo(shop.email, 'registration')) })
  const till = await newPage({ as: shop.username })
  await till.goto('/cashcards/')
  await till.getByRole('link', { name: t('selling.call', { name: house.name, phone: MOBILE }) }).waitFor()
  await shoot(till, 'a till without products')

  const page = await newPage({ as: house.username })
  await page.goto('/dashboard')
  const list = await checklist(page)
  // Four steps are done: the product, the plan and the shop exist, and the shop has registered; but no shop has the plan yet.
  await expect.poll(() => list.done()).toBe(4)
  await list.go('shop_plan')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('combobox').locator('option:checked').textContent()).toBe('Seul')
  await dialog.getByRole('button', { name: t('customers.list.plan_give') }).click()
  await dialog.waitFor({ state: 'detached' })
  await list.back()
  await expect.poll(() => list.done()).toBe(5)
})

/** Goes to each step by the checklist of the start page, or by its strip on the other pages; no address is typed. */
async function checklist(page: Page) {
  const card = page.getByRole('region', { name: t('start.list.title') })
  const strip = page.getByRole('navigation', { name: t('start.list.title') })
  await card.waitFor()
  return {
    card,
    done: async () => {
      await card.waitFor()
      return card.getByRole('img', { name: t('house.words.done') }).count()
    },
    go: async (step: 'supplier' | 'product' | 'stock' | 'plan' | 'shop' | 'shop_plan' | 'credit') => {
      const name = t(`start.steps.${step}`)
      await card
        .getByRole('link', { name: named(t('start.list.open'), name) })
        .or(strip.getByRole('link', { name: t('start.list.next', { step: name }) }))
        .click()
      await page.waitForURL((url) => url.pathname !== '/dashboard')
      await strip.locator('[aria-current=step]').getByText(name).waitFor()
    },
    back: async () => {
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

/** Expects that the form for a reseller proposes the usual rights of resellers, and names the organisation below which the reseller is added. */
async function proposedRights(page: Page) {
  await page.getByText(t('customers.form.beside_house', { house: 'Comptoir Nord' })).waitFor()
  await page.getByRole('radio', { name: begins('staff.matrix.house'), checked: true }).waitFor()
  const given = page.getByRole('status', { name: t('fields.flags') }).getByRole('listitem')
  expect(await given.count()).toBe(usualFlags.reseller.length)
}

/** Registers by the link in the mail, with the keyboard; returns the page, on which the new user is signed in. */
async function registered(page: Page, { username, email }: Newcomer): Promise<Page> {
  const link = linkIn(await letterTo(email, 'registration'))
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

/** Adds stock from a file and returns its PINs. The form proposes the only product, the only supplier, and putting the PINs on sale at once. */
async function addStock(page: Page): Promise<string[]> {
  const file = supplierFile(16, 12)
  await page.getByRole('radio', { name: '10,00 €', checked: true }).waitFor()
  await page.getByLabel(t('stock.import.drop')).setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.csv) })
  await page.getByRole('button', { name: t('stock.import.send') }).click()
  await page.getByRole('button', { name: t('stock.import.leave_out', { n: file.broken }) }).click()
  await expect.poll(() => page.getByRole('combobox', { name: t('fields.supplier') }).inputValue()).toBe('Grossiste Neuf')
  await page.getByLabel(begins('fields.buying_discount')).fill('8')
  await page.getByRole('button', { name: t('stock.import.add', { n: 12 }) }).click()
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

/** Credits the new customer on the screen to which the checklist leads. */
async function credit(page: Page, euro: number) {
  await page.getByRole('textbox', { name: t('fields.amount') }).fill(String(euro))
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: `${euro},00 €` }) }).click()
  await page.getByText(begins('sales.booking.done_top_up', { amount: `${euro},00 €` })).waitFor()
}

/** Sells with the keyboard alone: types a part of the name, chooses the card, sells it. Returns the PIN. */
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
