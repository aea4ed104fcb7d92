// One successful use of each changing call about single goods, pools, cards, devices and exports, for audit-table.ts.
import { expect } from 'vitest'
import type { Changing } from '../../contract/index.ts'
import { csv, settled } from '../modules/goods/stock/fixtures/upload.ts'
import { goods, heldGoods, organisationId, rowsOf } from '../test/arrange.ts'
import { catalogueProduct } from '../test/online.ts'
import type { Person, World } from '../test/world.ts'
import { as, pinFile, type Way } from './audit-ways.ts'

let made = 0
const person = { name: 'Person', task: 'orders', email: 'person@example.test' } as const

const SUPPLIERS = { list: 'suppliersList' as const, input: {}, columns: [{ key: 'company', header: 'Company' }] }

/** Makes an empty calling-card pool, and a file for it. */
async function pooled(me: Person, w: World) {
  const { product_id } = await goods(w, { pins: 0 })
  await rowsOf(w, `update products set type = 'calling_card' where tenant_id = 1 and id = $1`, [product_id])
  const add = () => me.calls.poolAdd({ product_id, pool_name: `Pool ${++made}` })
  const { pool_id } = await add()
  const upload = () => me.calls.poolUpload({ pool_id, csv_file: csv(pinFile(), 'pool.csv') })
  return { add, upload, supplier_id: (await me.calls.suppliersList({})).content[0]?.supplier_id ?? '' }
}

async function pooledFile(me: Person, w: World) {
  const { upload, supplier_id } = await pooled(me, w)
  const { upload_id, pin_sequence } = await upload()
  return { upload_id, supplier_id, check: () => me.calls.poolUploadCheck({ upload_id, pin_sequence }) }
}

async function giftCards(me: Person, w: World) {
  const { configuration_id, product_id } = await goods(w, { pins: 0 })
  await rowsOf(w, `update products set type = 'gift_card' where tenant_id = 1 and id = $1`, [product_id])
  const supplier_id = (await me.calls.suppliersList({})).content[0]?.supplier_id ?? ''
  const cards = [{ pin: String(8_000_000_000_000_000 + ++made), serial: 'G' }]
  return () => me.calls.giftCardsAdd({ configuration_id, supplier_id, buying_discount: 500, cards })
}

/** Makes a device that the platform gives to nord. */
async function deviceOfNord(w: World, nord: Person) {
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  const { device_ids } = await platform.calls.deviceChange({ action: 'add', serial_numbers: [`SN-${++made}`] })
  await platform.calls.devicesAssign({ device_ids, customer_id: nord.customer_id })
  return device_ids
}

async function deviceAtKiosque(w: World, nord: Person) {
  const device_ids = await deviceOfNord(w, nord)
  await nord.calls.devicesAssign({ device_ids, customer_id: await organisationId(w, 'kiosque') })
  return { device_ids, device_id: device_ids[0] ?? '' }
}

/** Makes a product on sale, for a reseller to choose from. */
async function onSale(w: World): Promise<string> {
  const { live_product_id } = await catalogueProduct(w)
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.liveProductsUpdate({ live_product_ids: [live_product_id], is_on: true })
  return live_product_id
}

export const goodsChanging = {
  stockUploadsDiscard: as('sud', async (me, w) => {
    const { configuration_id } = await goods(w, { pins: 0, owner: 'sud' })
    const { upload_id } = await me.calls.stockUpload({ configuration_id, csv_file: csv(pinFile(), 'pins.csv') })
    return () => me.calls.stockUploadsDiscard({ upload_ids: [upload_id] })
  }),
  supplierFileKeep: as('sud', async (me, w) => {
    const { configuration_id } = await goods(w, { pins: 0, owner: 'sud' })
    const { supplier_id } = await me.calls.supplierAdd({ company: `Supplier ${++made}` })
    const known = [{ name: 'Card', value: '10.00', configuration_id }]
    return () => me.calls.supplierFileKeep({ fingerprint: '0123456789abcdef', supplier_id, pin_sequence: 1, goods: known })
  }),
  supplierContactAdd: as('nord', async (me) => {
    const { supplier_id } = await me.calls.supplierAdd({ company: `Supplier ${++made}` })
    return () => me.calls.supplierContactAdd({ supplier_id, ...person })
  }),
  supplierContactUpdate: as('nord', async (me) => {
    const { supplier_id } = await me.calls.supplierAdd({ company: `Supplier ${++made}` })
    const contact = await me.calls.supplierContactAdd({ supplier_id, ...person })
    return () => me.calls.supplierContactUpdate({ ...contact, name: 'Other person' })
  }),
  supplierContactRemove: as('nord', async (me) => {
    const { supplier_id } = await me.calls.supplierAdd({ company: `Supplier ${++made}` })
    const contact = await me.calls.supplierContactAdd({ supplier_id, ...person })
    return () => me.calls.supplierContactRemove(contact)
  }),

  liveProductsUpdate: as('platform', async (me, w) => {
    const { live_product_id } = await catalogueProduct(w)
    return () => me.calls.liveProductsUpdate({ live_product_ids: [live_product_id], is_on: true })
  }),
  liveChoicesUpdate: as('nord', async (me, w) => {
    const live_product_id = await onSale(w)
    return () => me.calls.liveChoicesUpdate({ live_product_ids: [live_product_id], is_on: false })
  }),
  catalogueRead: as('platform', async (me, w) => {
    const { connection_id } = await catalogueProduct(w)
    return () => me.calls.catalogueRead({ connection_id })
  }),
  exchangeRateAdd: as('platform', async (me) => () => me.calls.exchangeRateAdd({ currency: 'USD', rate: '0.92' })),
  deviceChange: as('platform', async (me) => () => me.calls.deviceChange({ action: 'add', serial_numbers: [`SN-${++made}`] })),
  devicesAssign: as('nord', async (me, w) => {
    const [device_ids, customer_id] = [await deviceOfNord(w, me), await organisationId(w, 'kiosque')]
    return () => me.calls.devicesAssign({ device_ids, customer_id })
  }),
  devicesUnassign: as('nord', async (me, w) => {
    const { device_ids } = await deviceAtKiosque(w, me)
    return () => me.calls.devicesUnassign({ device_ids })
  }),
  devicePairing: as('nord', async (me, w) => {
    const { device_id } = await deviceAtKiosque(w, me)
    return () => me.calls.devicePairing({ device_id })
  }),
  devicePair: as('kiosque', async (me, w) => {
    const nord = await w.signIn('nord')
    const { code } = await nord.calls.devicePairing({ device_id: (await deviceAtKiosque(w, nord)).device_id })
    return () => me.calls.devicePair({ code })
  }),
  exportStart: as('nord', async (me) => () => me.calls.exportStart(SUPPLIERS)),
  salesDownload: as('nord', async (me) => () => me.calls.salesDownload({})),
  exportAgain: as('nord', async (me) => {
    // Waits until all exports have ended, because a fourth unfinished one would be refused.
    const underWay = async () => (await me.calls.exportsList({})).content.filter(({ state }) => state === 'waiting' || state === 'running').length
    await expect.poll(underWay, { timeout: 60_000 }).toBe(0)
    const { download_id } = await me.calls.exportStart(SUPPLIERS)
    await expect.poll(underWay, { timeout: 60_000 }).toBe(0)
    return () => me.calls.exportAgain({ download_id })
  }),
  batchUndo: as('nord', async (me, w) => {
    const { batch_no } = await goods(w, { pins: 3 })
    return () => me.calls.batchUndo({ batch_no, reason: 'the wrong file' })
  }),
  heldRelease: as('nord', async (me, w) => {
    await heldGoods(w)
    return () => me.calls.heldRelease({ reason: 'the supplier says they are unused' })
  }),
  inventorySearch: as('nord', async (me) => () => me.calls.inventorySearch({ search_text: 'nothing like it' })),
  poolAdd: as('nord', async (me, w) => (await pooled(me, w)).add),
  poolUpload: as('nord', async (me, w) => (await pooled(me, w)).upload),
  poolUploadCheck: as('nord', async (me, w) => (await pooledFile(me, w)).check),
  poolUploadFinish: as('nord', async (me, w) => {
    const { upload_id, supplier_id, check } = await pooledFile(me, w)
    await check()
    await settled(me, upload_id)
    return () => me.calls.poolUploadFinish({ upload_id, supplier_id, buying_discount: 650 })
  }),
  giftCardsAdd: as('nord', giftCards),
  giftCardsUpdate: as('nord', async (me, w) => {
    const { batch_no } = await (await giftCards(me, w))()
    return () => me.calls.giftCardsUpdate({ gift_card_id: `${batch_no}-0`, action: 'block', reason: 'scratched' })
  }),
} satisfies Partial<Record<Changing<true>, Way>>
