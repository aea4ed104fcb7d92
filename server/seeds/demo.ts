// A believable small world to begin with, and the tests' world: seeded once into an empty database.
import pg from 'pg'
import type { Keys } from '../kit/keys.ts'
import { seedDevices } from './demo-devices.ts'
import { seedGoods } from './demo-goods.ts'
import { insert, inTenant, seedHosts, seedPeople } from './demo-people.ts'
import { HISTORY_DAYS, seedSales } from './demo-sales.ts'
import { DEMO_PASSWORD, platform, resellers } from './demo-world.ts'

export type SeedGround = { ownerUrl: string; keys: Keys; clock: () => Date }

/** Sign-ins worth printing at the start: who, where, and what for. */
export const demoSignIns = [
  { host: resellers[0]?.host, username: 'nord', password: DEMO_PASSWORD, what: 'reseller: stock, customers, credit' },
  { host: resellers[0]?.host, username: 'kiosque', password: DEMO_PASSWORD, what: 'seller: the till' },
  { host: resellers[0]?.host, username: 'nord-stock', password: DEMO_PASSWORD, what: 'reseller’s staff: stock only' },
  {
    host: resellers[0]?.host,
    username: 'nord-compta',
    password: DEMO_PASSWORD,
    what: 'its accountant: a one-time code by mail (the platform reads it under /messages)',
  },
  { host: resellers[0]?.host, username: 'nord-terrain', password: DEMO_PASSWORD, what: 'its salesman: a new device waits for nord to approve it' },
  { host: resellers[0]?.host, username: 'port', password: DEMO_PASSWORD, what: 'seller below a sub-reseller' },
  { host: resellers[1]?.host, username: 'rhein', password: DEMO_PASSWORD, what: 'another reseller' },
  { host: resellers[1]?.host, username: 'dom', password: DEMO_PASSWORD, what: 'its seller' },
  { host: platform.host, username: 'platform', password: DEMO_PASSWORD, what: 'the platform' },
  { host: platform.host, username: 'support', password: DEMO_PASSWORD, what: 'its support: looks at a shop that allows it' },
] as const

export async function seedDemo({ ownerUrl, keys, clock }: SeedGround) {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2, pipeline: true })
  try {
    const now = clock()
    const started = new Date(now.getTime() - (HISTORY_DAYS + 2) * 86_400_000)
    await clear(owner)
    const people = await seedPeople(owner, started)
    const goods = await seedGoods(owner, keys, people.resellers, started)
    await seedDevices(owner, people, started)
    await seedSales(owner, people, goods, now)
    await seedFavourites(owner, people.shops, goods)
    // The sessions that booked the past sales have ended.
    for (const shop of people.shops)
      await inTenant(owner, shop.tenant_id, (q) =>
        q.query('update sessions set ended_at = $3 where tenant_id = $1 and id = $2', [shop.tenant_id, shop.session_id, now]),
      )
    await seedHosts(owner, people)
  } finally {
    await owner.end()
  }
}

/** Deletes what an interrupted seeding left. Called only where no host exists, so nobody can have signed in. */
async function clear(owner: pg.Pool) {
  const { rows } = await owner.query<{ object: string }>("select object from schema_placement where kind in ('tenant', 'reference')")
  const [{ n } = { n: 0 }] = (await owner.query<{ n: number }>('select count(*)::int as n from hosts')).rows
  if (n > 0) throw new Error('the demo world is only for an empty database')
  await owner.query(`truncate ${rows.map((row) => row.object).join(', ')}`)
}

type Shops = Awaited<ReturnType<typeof seedPeople>>['shops']
type Goods = Awaited<ReturnType<typeof seedGoods>>

/** Each user's first twelve favourites: one denomination of every brand. */
async function seedFavourites(owner: pg.Pool, shops: Shops, goods: Goods) {
  for (const shop of shops) {
    const brands = [...new Set(goods.filter((g) => g.tenant_id === shop.tenant_id).map((g) => g.brand))]
    const first = brands.map((brand) => goods.filter((g) => g.tenant_id === shop.tenant_id && g.brand === brand).at(brand.values.length > 2 ? 1 : 0))
    await inTenant(owner, shop.tenant_id, async (q) => {
      for (const user_id of shop.user_ids)
        for (const [i, configuration] of first.entries())
          await insert(q, 'favourites', { tenant_id: shop.tenant_id, user_id, position: i + 1, configuration_id: configuration?.id })
    })
  }
}
