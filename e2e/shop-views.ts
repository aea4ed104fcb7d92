// The screens of the reseller's shop, each with something in it: goods, customers, credit, prices, devices, exports.
import type { Page } from 'playwright-core'
import type { Calls } from '../contract/index.ts'
import type { Client } from '../contract/kit/client.ts'
import { callsOn } from './calls.ts'
import { stockViews } from './stock-views.ts'

type Asked = Client<Calls>
const reseller = { as: 'nord' }
const shop = { as: 'gare', kept: { language: 'fr' } }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const rows = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
const at = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await ready(page)
}

/** An address with an id in it, which this person's own calls find. */
const atOne =
  (path: (id: string) => string, find: (calls: Asked) => Promise<string | undefined>, ready: (page: Page) => Promise<unknown> = settled) =>
  async (page: Page) => {
    await page.goto('/version')
    const id = await find(callsOn(page))
    if (!id) throw new Error(`nothing to open at ${path('…')}`)
    await at(path(id), ready)(page)
  }

async function settled(page: Page) {
  await page.getByRole('banner').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
}

/** The platform looks at the demo reseller's tenant. */
const inTenant = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto('/version')
  await callsOn(page).tenantChoose({ tenant_id: 1 })
  await at(path, ready)(page)
}

const someCustomer = async ({ customerSearch }: Asked) => (await customerSearch({ search_text: 'kiosque' })).content[0]?.customer_id
const somePlan = async ({ plansList }: Asked) => (await plansList({})).content[0]?.discount_plan_id

async function someDevice({ tenantChoose, devicesList, deviceChange }: Asked) {
  await tenantChoose({ tenant_id: 1 })
  const [known] = (await devicesList({})).content
  return known?.device_id ?? (await deviceChange({ action: 'add', serial_numbers: [`SN-${Date.now()}`] })).device_ids[0]
}

const someExport = async ({ exportStart }: Asked) =>
  (await exportStart({ list: 'suppliersList', input: {}, columns: [{ key: 'company', header: 'Société' }] })).download_id

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
  { name: '/gift-cards/view', by: reseller, open: at('/gift-cards/view', rows) },
  { name: '/gift-cards/add', by: reseller, open: at('/gift-cards/add', heading('Ajouter des cartes cadeaux')) },
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

const prices = [
  { name: '/customers/pad', by: reseller, open: at('/customers/pad', heading('Affectation des produits')) },
  { name: '/customer/$customerId/pad', by: reseller, open: atOne((id) => `/customer/${id}/pad`, someCustomer) },
  { name: '/discount-slabs/', by: reseller, open: at('/discount-slabs/', rows) },
  { name: '/discount-slabs/add', by: reseller, open: at('/discount-slabs/add', (page) => page.getByLabel('Nom', { exact: true }).waitFor()) },
  { name: '/product-discount-slabs/$discountSlabId', by: reseller, open: atOne((id) => `/product-discount-slabs/${id}`, somePlan) },
  { name: '/dynamic-products-discounts', by: reseller, open: at('/dynamic-products-discounts', settled) },
  { name: '/customer/$customerId/dynamic/discount', by: reseller, open: atOne((id) => `/customer/${id}/dynamic/discount`, someCustomer) },
  { name: '/report/product-discounts-list', by: reseller, open: at('/report/product-discounts-list', settled) },
]

const devices = [
  { name: '/devices', by: platform, open: inTenant('/devices', heading('Appareils')) },
  { name: '/device/add', by: platform, open: inTenant('/device/add', heading('Ajouter des appareils')) },
  { name: '/device/edit/$data', by: platform, open: atOne((id) => `/device/edit/${id}`, someDevice) },
  { name: '/assign/devices/', by: reseller, open: at('/assign/devices/', heading('Attribuer des appareils')) },
  { name: '/user/devices', by: reseller, open: at('/user/devices', heading('Mes appareils')) },
  { name: '/device/pair', by: shop, open: at('/device/pair', heading('Associer ce navigateur')) },
  { name: '/download/$downloadId', by: reseller, open: atOne((id) => `/download/${id}`, someExport) },
]

export const shopViews = [...goods, ...stockViews, ...customers, ...money, ...prices, ...devices]
