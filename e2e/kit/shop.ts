// Shops, and selling there: a shop made for one journey, so that no two journeys sell the same stock, or a shop of the demo world.
import type { Page } from 'playwright-core'
import type { Calls } from '../../contract/index.ts'
import type { Flag } from '../../contract/kit/access.ts'
import type { Client } from '../../contract/kit/client.ts'
import { EURO } from '../../contract/kit/money.ts'
import { enterToSell, typeSignIn, unique } from './browser.ts'
import { callsAs, callsOn, letterTo, linkIn } from './calls.ts'
import { register, type Someone } from './people.ts'
import { t } from './texts.ts'

/**
 * The options of a page that is signed in as Tabac de la Gare, a shop of the demo world. newGoods offers its goods to this shop unless the test names another
 * customer.
 */
export const SELLER = { as: 'gare', kept: { language: 'fr' }, account: { preferences: { preview: 'no' } } }
export const SELLER_NAME = 'Tabac de la Gare'

const MOBILE = '+33 6 11 22 33 44'
/** A complete address, so that the shop can get invoices. */
const ADDRESS = { address: 'Grand’Place', house_no: '2', postal: '62000', city: 'Arras', country: 'FR' }
export type Shop = Omit<Someone, 'user_id'> & { customer_id: string; name: string; link: string }

/** How a new shop differs from the usual one. `plan` null: the shop sells only the goods that a test offers to it. */
type ShopOptions = { flags?: Flag[]; plan?: string | null }

/** A demo shop with the same plan as new shops. */
const MODEL = 'kiosque'

/** Adds a shop of nord's with a plan and a credit limit; its manager has not registered yet. */
export async function addShop({ flags = ['has_cash_card', 'has_gift_card'], plan = 'Gold' }: ShopOptions = {}): Promise<Shop> {
  const username = `shop.${unique()}`
  const someone = { username, full_name: 'Billie Boutique', email: `${username}@example.test`, name: `Boutique ${username}` }
  const { customerAdd, plansList, transactionKey } = await callsAs('nord')
  const plan_id = plan && (await plansList({ search_text: plan })).content[0]?.discount_plan_id
  const given = { account_role: 2, mobile: MOBILE, mobile_confirmation: MOBILE, ...ADDRESS, credit_limit: 200 * EURO, flags, ...(plan_id && { plan_id }) }
  const { customer_id } = await customerAdd({ ...(await transactionKey({})), ...someone, ...given })
  return { ...someone, customer_id, link: linkIn(await letterTo(someone.email, 'registration')) }
}

/** Adds a shop whose manager can sign in with the demo password. */
export async function newShop(asked?: ShopOptions): Promise<Shop> {
  const shop = await addShop(asked)
  await register(shop)
  return shop
}

/** Adds a shop with the favourites of a demo shop, which are chosen by the same number keys. No other journey changes this shop's balance. */
export async function newShopWithFavourites(): Promise<Shop> {
  const shop = await newShop()
  const { content } = await (await callsAs(MODEL)).sellerProductsV2({ favorite: true })
  await (await callsAs(shop.username)).favouritesSet({ configuration_ids: content.map(({ configuration_id }) => configuration_id) })
  return shop
}

/** Signs in, and waits for the till with its search. */
export async function openTill(page: Page, { username }: Pick<Shop, 'username'>): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, username)
  await page.waitForURL('**/cashcards/')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Sells through the calls, as the user of the page. */
export const sell = (page: Page, configuration_id: string, quantity = 1) => sellBy(callsOn(page), configuration_id, quantity)

/** Sells through the given calls, as a user without a page. */
export async function sellBy(calls: Client<Calls>, configuration_id: string, quantity = 1) {
  return calls.sell({ transaction_key: (await calls.transactionKey({})).transaction_key, configuration_id, quantity })
}

/** Sells at the till as a person does: by name and value, with the keyboard; returns the PIN on the screen. */
export async function sellAtTill(page: Page, typed: string): Promise<string> {
  const search = page.getByRole('searchbox', { name: t('selling.find.label') })
  const last = page.getByRole('region', { name: t('selling.sold.title') })
  const before = await last.getByRole('listitem').allTextContents()
  await search.focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
  await enterToSell(page)
  await last
    .getByRole('listitem')
    .filter({ hasNotText: before[0] ?? 'rien' })
    .first()
    .waitFor()
  await last.getByText(t('selling.sold.printed')).waitFor()
  return ((await last.getByRole('listitem').first().textContent()) ?? '').replace(/\s/g, '')
}
