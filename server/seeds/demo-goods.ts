// The demo world's suppliers, brands, prices and PIN stock.
import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { fold } from '../../contract/kit/fold.ts'
import { EURO } from '../../contract/kit/money.ts'
import type { Keys } from '../kit/keys.ts'
import { BLOCK, batchKeyBound, sealBlock } from '../kit/seal.ts'
import { brands, type DemoBrand, ean13, plans, supplierPeople, suppliers } from './demo-brands.ts'
import { insert, inTenant, type SeededReseller } from './demo-people.ts'

export type SeededConfiguration = { tenant_id: number; owner_id: string; id: string; product_id: string; brand: DemoBrand; value: number; batch_no: number }

const CHUNK = 1600

/**
 * Seeds goods of the top resellers; their stock is `share` times what they sell in three weeks. A sub-reseller sells what its parent has. Returns the
 * configurations with published stock.
 */
export async function seedGoods(
  owner: pg.Pool,
  keys: Keys,
  resellers: readonly SeededReseller[],
  started: Date,
  share: number,
): Promise<SeededConfiguration[]> {
  const all: SeededConfiguration[] = []
  for (const reseller of resellers.filter((r) => 'tenant_id' in r.world)) {
    const below = resellers.filter((r) => r.tenant_id === reseller.tenant_id)
    const count = (reseller.world as { brands?: number }).brands ?? brands.length
    const supplier_ids = await inTenant(owner, reseller.tenant_id, (q) => seedSuppliers(q, reseller, started))
    for (const [n, brand] of brands.slice(0, count).entries()) {
      const made = await inTenant(owner, reseller.tenant_id, (q) => seedBrand(q, reseller, below, brand, started))
      for (const configuration of made)
        all.push({
          ...configuration,
          batch_no: await seedBatch(owner, keys, reseller, configuration, supplier_ids[n % supplier_ids.length] as string, started, share),
        })
    }
  }
  return all
}

async function seedSuppliers(q: pg.PoolClient, reseller: SeededReseller, created_at: Date) {
  const ids: string[] = []
  const { tenant_id } = reseller
  for (const [n, supplier] of suppliers.entries()) {
    const supplier_id = uuidv7()
    ids.push(supplier_id)
    await insert(q, 'suppliers', { tenant_id, id: supplier_id, owner_id: reseller.id, ...supplier, created_at })
    for (const person of supplierPeople[n] ?? []) await insert(q, 'supplier_contacts', { tenant_id, id: uuidv7(), supplier_id, ...person, created_at })
  }
  return ids
}

async function seedBrand(q: pg.PoolClient, reseller: SeededReseller, below: readonly SeededReseller[], brand: DemoBrand, created_at: Date) {
  const { tenant_id } = reseller
  const product_id = uuidv7()
  const { name, type, pin_length, care, how } = brand
  await insert(q, 'products', {
    tenant_id,
    id: product_id,
    owner_id: reseller.id,
    name,
    name_search: fold(name),
    type,
    pin_length,
    pin_letters: type === 'gift_card',
    customer_care: care,
    instructions: how,
    created_at,
  })
  const made: Omit<SeededConfiguration, 'batch_no'>[] = []
  for (const [i, euro] of brand.values.entries()) {
    const id = uuidv7()
    const value = euro * EURO
    await insert(q, 'configurations', {
      tenant_id,
      id,
      product_id,
      value,
      info: '',
      ean: ean13(`${brand.ean}${String(i * 7 + euro).padStart(3, '0')}`),
      vat_country: reseller.world.country,
      created_at,
    })
    made.push({ tenant_id, owner_id: reseller.id, id, product_id, brand, value })
  }
  for (const seller of below)
    for (const plan of plans[seller.world.key] ?? [])
      await insert(q, 'plan_entries', {
        tenant_id,
        id: uuidv7(),
        plan_id: seller.plan_ids.get(plan.name),
        product_id,
        configuration_id: null,
        discount: Math.round(brand.discount * plan.factor * 100),
      })
  return made
}

/** Seeds one published batch. Popular brands get more PINs, and a few denominations almost none, so that the list of low stock has rows. */
async function seedBatch(
  owner: pg.Pool,
  keys: Keys,
  reseller: SeededReseller,
  configuration: Omit<SeededConfiguration, 'batch_no'>,
  supplier_id: string,
  started: Date,
  share: number,
) {
  const { tenant_id } = reseller
  const { id: configuration_id, brand } = configuration
  const scarce = (brands.indexOf(brand) + configuration.value / EURO) % 6 === 0
  const quantity = Math.round(brand.popular * (scarce ? 6 : brand.values.length > 3 ? 30 : 40) * share)
  const { key: dataKey, wrapped } = await keys.dataKey(batchKeyBound(tenant_id, configuration_id))
  const opened = await owner.query<{ batch_no: number }>('select open_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as batch_no', [
    tenant_id,
    started,
    reseller.id,
    configuration_id,
    supplier_id,
    `L${40 + brands.indexOf(brand)}`,
    `${fold(brand.name).replaceAll(' ', '-')}_${configuration.value / EURO}.csv`,
    randomBytes(32),
    Math.round(brand.buying * 100),
    wrapped,
    reseller.world.users[0]?.username,
  ])
  const batch_no = opened.rows[0]?.batch_no as number
  const pins = Array.from({ length: quantity }, () => randomPin(brand))
  for (let first = 0; first < quantity; first += CHUNK) {
    const chunk = pins.slice(first, first + CHUNK)
    const blocks = Array.from({ length: Math.ceil(chunk.length / BLOCK) }, (_, i) =>
      sealBlock(chunk.slice(i * BLOCK, (i + 1) * BLOCK), dataKey, { tenant_id, configuration_id, batch_no, block: first / BLOCK + i }),
    )
    const serials = chunk.map((_, i) => `${brand.ean.slice(-4)}${String(batch_no).padStart(4, '0')}${String(first + i + 1).padStart(6, '0')}`)
    await owner.query('select fill_batch($1, $2, $3, $4, $5, $6, $7)', [
      tenant_id,
      batch_no,
      first,
      Buffer.concat(chunk.map((pin) => keys.pinIndex(tenant_id, pin))),
      serials,
      chunk.map((pin) => pin.slice(-4)),
      blocks,
    ])
  }
  await owner.query('select ready_batch($1, $2, $3, $4, true)', [tenant_id, batch_no, [quantity], [null]])
  return batch_no
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomPin = ({ pin_length, type }: DemoBrand) =>
  Array.from({ length: pin_length }, () => (type === 'gift_card' ? LETTERS[randomInt(LETTERS.length)] : String(randomInt(10)))).join('')
