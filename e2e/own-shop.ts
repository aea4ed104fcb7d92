// A shop and goods of one journey's own, so that no two journeys sell from the same shelf: added by nord, registered by the mailed link, with credit.
import type { Page } from 'playwright-core'
import { SCALE } from '../contract/kit/money.ts'
import type { ProductType } from '../contract/kit/product-types.ts'
import { DEMO_PASSWORD } from '../server/seeds/demo-world.ts'
import { type PageOptions, typeSignIn } from './browser.ts'
import { type callsOn, letterTo, linkIn } from './calls.ts'
import { register } from './people.ts'

type NewPage = (options?: PageOptions) => Promise<Page>
type Calls = ReturnType<typeof callsOn>

export const unique = () => Math.random().toString(36).slice(2, 9)
export const euro = (n: number) => n * SCALE

export type Shop = { customer_id: string; username: string; name: string }

export async function newShop(newPage: NewPage, nord: Calls): Promise<Shop> {
  const username = `boutique.${unique()}`
  const email = `${username}@example.test`
  const [name, mobile] = [`Boutique ${username}`, '+33612345678']
  const key = async () => (await nord.transactionKey({})).transaction_key
  const given = { name, username, full_name: 'Basile Boutique', email, mobile, mobile_confirmation: mobile }
  const { customer_id } = await nord.customerAdd({ transaction_key: await key(), account_role: 2, ...given, flags: ['has_cash_card', 'has_gift_card'] })
  await nord.walletChange({ transaction_key: await key(), customer_id, amount: euro(500) })
  await register(newPage, { username, email, link: linkIn(await letterTo(newPage, email, 'registration')) })
  return { customer_id, username, name }
}

/** At its till, with an empty search. */
export async function openTill(page: Page, { username }: Shop): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, username, DEMO_PASSWORD)
  await page.waitForURL('**/cashcards/')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export type Goods = { product_id: string; product_name: string; configuration_id: string }

/** A product of nord's with one denomination of 10 €, which this shop alone sells, at 5 % off. */
export async function newGoods(nord: Calls, { customer_id }: Shop, product_type: ProductType, pin_length = 16): Promise<Goods> {
  const product_name = `Essai ${unique()}`
  const one = { value: euro(10), info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true } as const
  const { product_id } = await nord.productAdd({ product_name, product_type, pin_length, configurations: [one] })
  await nord.assignedChange({ action: 'add', customer_ids: [customer_id], pad_list: [{ product_id, discount: 500 }] })
  const [product] = (await nord.productsList({ view_type: 'single', product_id })).content
  return { product_id, product_name, configuration_id: product?.configurations[0]?.configuration_id ?? '' }
}

/** Finds it by name, takes it with Enter, sells with Enter; answers the PIN on the screen. */
export async function sellOne(page: Page, { product_name }: Pick<Goods, 'product_name'>): Promise<string> {
  const last = page.getByRole('region', { name: 'Dernière vente' })
  const before = await last.getByRole('listitem').allTextContents()
  await page.getByRole('searchbox', { name: 'Chercher un produit' }).fill(product_name)
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Vente' }).getByText(product_name).waitFor()
  await page.keyboard.press('Enter')
  await last.getByText('Vendu, ticket imprimé').waitFor()
  const fresh = async () => (await last.getByRole('listitem').allTextContents()).find((pin) => !before.includes(pin))
  for (;;) {
    const pin = await fresh()
    if (pin) return pin.replace(/\s/g, '')
    await page.waitForTimeout(50)
  }
}
