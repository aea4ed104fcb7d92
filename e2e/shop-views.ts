// The screens of the reseller's shop, each with something in it: goods, customers, credit, prices, devices, exports.
import type { Page } from 'playwright-core'
import type { Calls } from '../contract/index.ts'
import type { Client } from '../contract/kit/client.ts'
import { callsOn } from './calls.ts'

type Asked = Client<Calls>
const reseller = { as: 'nord' }
const shop = { as: 'gare', kept: { language: 'fr' } }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
export const rows = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
export const at = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await ready(page)
}

/** An address with an id in it, which this person's own calls find. */
export const atOne =
  (path: (id: string) => string, find: (calls: Asked) => Promise<string | undefined>, ready: (page: Page) => Promise<unknown> = settled) =>
  async (page: Page) => {
    await page.goto('/version')
    const id = await find(callsOn(page))
    if (!id) throw new Error(`nothing to open at ${path('…')}`)
    await at(path(id), ready)(page)
  }

/** The door's page has a heading too: what comes after it is meant. */
export async function settled(page: Page) {
  await page.getByRole('banner').waitFor()
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
}

/** The platform looks at the demo reseller's tenant. */
const inTenant = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto('/version')
  await callsOn(page).tenantChoose({ tenant_id: 1 })
  await at(path, ready)(page)
}

export const someCustomer = async ({ customerSearch }: Asked) => (await customerSearch({ search_text: 'kiosque' })).content[0]?.customer_id
const soldConfiguration = async ({ stockList }: Asked) => (await stockList({ sort: '-unsold' })).content.find(({ sold }) => sold > 0)?.configuration_id

async function somePool({ poolsList, poolAdd, productsList }: Asked) {
  const [known] = (await poolsList({})).content
  if (known) return known.pool_id
  const [product] = (await productsList({ filters: { product_type: 'calling_card' } })).content
  return product && (await poolAdd({ product_id: product.product_id, pool_name: 'Voix Europe' })).pool_id
}

async function someDevice({ tenantChoose, devicesList, deviceChange }: Asked) {
  await tenantChoose({ tenant_id: 1 })
  const [known] = (await devicesList({})).content
  return known?.device_id ?? (await deviceChange({ action: 'add', serial_numbers: [`SN-${Date.now()}`] })).device_ids[0]
}

function productPage(tab: string) {
  return async (page: Page) => {
    await page.getByRole('row').getByRole('link').first().click()
    await page.getByRole('link', { name: tab }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).waitFor()
  }
}

async function supplierPage(page: Page) {
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Arrêter le fournisseur' }).waitFor()
}

const goods = [
  { name: '/products/add', by: reseller, open: at('/products/add', (page) => page.getByLabel('Montant', { exact: true }).waitFor()) },
  { name: '/products/view/$productId', by: reseller, open: at('/products/view?q=lebara', productPage('Aperçu')) },
  { name: '/products/view/$productId denominations', by: reseller, open: at('/products/view?q=lebara', productPage('Montants proposés')) },
  { name: '/suppliers/view', by: reseller, open: at('/suppliers/view', rows) },
  { name: '/supplier/add', by: reseller, open: at('/supplier/add', (page) => page.getByLabel('Société').waitFor()) },
  { name: '/supplier/edit/$supplierId', by: reseller, open: at('/suppliers/view', supplierPage) },
  { name: '/report/inventory-search', by: reseller, open: at('/report/inventory-search', heading('Trouver un PIN ou un lot')) },
  { name: '/pools/view', by: reseller, open: at('/pools/view', heading('Pools de cartes d’appel')) },
  { name: '/gift-cards/view', by: reseller, open: at('/gift-cards/view', rows) },
  { name: '/gift-cards/add', by: reseller, open: at('/gift-cards/add', heading('Ajouter des cartes cadeaux')) },
  { name: '/stock/details/$configId', by: reseller, open: atOne((id) => `/stock/details/${id}`, soldConfiguration) },
  { name: '/stock/details/$configId/$batch', by: reseller, open: atOne((id) => `/stock/details/${id}/1`, soldConfiguration) },
  { name: '/pools/upload/$poolId', by: reseller, open: atOne((id) => `/pools/upload/${id}`, somePool) },
]

const customers = [
  { name: '/stopped-customers/view', by: reseller, open: at('/stopped-customers/view', heading('Clients suspendus')) },
  {
    name: '/customer/add',
    by: reseller,
    open: at('/customer/add', (page) => page.getByRole('group', { name: 'Droits' }).getByRole('checkbox').first().waitFor()),
  },
  { name: '/customer/details/$customerId', by: reseller, open: atOne((id) => `/customer/details/${id}`, someCustomer) },
  { name: '/customer/edit/$customerId', by: reseller, open: atOne((id) => `/customer/edit/${id}`, someCustomer) },
  { name: '/customer/devices/$customerId', by: reseller, open: atOne((id) => `/customer/devices/${id}`, someCustomer) },
  { name: '/terminals', by: reseller, open: at('/terminals', rows) },
]

const money = [
  { name: '/customer/credit/multi', by: reseller, open: at('/customer/credit/multi', heading('Créditer plusieurs clients')) },
  { name: '/customer/credit/history', by: reseller, open: at('/customer/credit/history', rows) },
  { name: '/customer/credit/auto', by: reseller, open: at('/customer/credit/auto', heading('Crédit automatique')) },
  { name: '/customer/$customerId/credit/auto', by: reseller, open: atOne((id) => `/customer/${id}/credit/auto`, someCustomer) },
  { name: '/customer/credit/requests', by: reseller, open: at('/customer/credit/requests', heading('Opérations à approuver')) },
]

const devices = [
  { name: '/devices', by: platform, open: inTenant('/devices', heading('Appareils')) },
  { name: '/device/add', by: platform, open: inTenant('/device/add', heading('Ajouter des appareils')) },
  { name: '/device/edit/$data', by: platform, open: atOne((id) => `/device/edit/${id}`, someDevice) },
  { name: '/assign/devices/', by: reseller, open: at('/assign/devices/', heading('Attribuer des appareils')) },
  { name: '/user/devices', by: reseller, open: at('/user/devices', heading('Mes appareils')) },
  { name: '/device/pair', by: shop, open: at('/device/pair', heading('Associer ce navigateur')) },
]

export const shopViews = [...goods, ...customers, ...money, ...devices]
