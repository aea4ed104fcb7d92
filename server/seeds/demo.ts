// Seeds the demo world, once and only into an empty database: a small believable world for newcomers. The tests use it too.
import pg from 'pg'
import type { Keys } from '../kit/keys.ts'
import { seedDevices } from './demo-devices.ts'
import { seedGoods } from './demo-goods.ts'
import { insert, inTenant, type People, seedHosts, seedPeople } from './demo-people.ts'
import { BUSY_DAYS, type Diary, QUIET_SHARE, seedSales } from './demo-sales.ts'
import { seedConnections } from './demo-suppliers.ts'
import { DEMO_PASSWORD, platform, resellers } from './demo-world.ts'

export type SeedGround = { ownerUrl: string; keys: Keys; clock: () => Date }
/** The parts of a world that is being made. `clock` is set to the moment of each action. */
export type Beginning = { owner: pg.Pool; ownerUrl: string; keys: Keys; clock: { now: Date }; people: People; started: Date; now: Date }
/** The events of a world besides its sales. `letters` sends the mails; it runs once the hosts exist that the links in the mails name. */
export type Story = {
  days: (now: Date) => number
  begin: (world: Beginning) => Promise<{ diary: Diary; letters: () => Promise<void>; end: () => Promise<void> }>
}

/** Sign-ins to print at the start: host, user, and purpose. */
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

/** Makes commits not wait for the disk. A crash does no harm: hosts are written last, and a world without hosts is seeded again. */
const AT_ONCE = '-c synchronous_commit=off'

/** Seeds the demo world. Without a story it has only three weeks of sales, as in the worlds of tests, which count rows. */
export async function seedDemo({ ownerUrl, keys, clock: time }: SeedGround, story?: Story) {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2, pipeline: true, options: AT_ONCE })
  const now = time()
  const clock = { now }
  try {
    const days = story?.days(now) ?? BUSY_DAYS
    const started = new Date(now.getTime() - (days + 2) * 86_400_000)
    await clear(owner)
    const people = await seedPeople(owner, started)
    const stock = 1 + ((days - BUSY_DAYS) * QUIET_SHARE) / BUSY_DAYS
    const goods = await seedGoods(owner, keys, people.resellers, started, stock)
    await seedDevices(owner, people, started)
    await seedConnections(
      owner,
      keys,
      people.shops.map(({ tenant_id }) => tenant_id),
      started,
    )
    const told = await story?.begin({ owner, ownerUrl, keys, clock, people, started, now })
    try {
      await seedSales({ owner, people, goods, now, clock }, days, told?.diary)
      await seedFavourites(owner, people.shops, goods)
      await seedHosts(owner, people)
      await told?.letters()
    } finally {
      await told?.end()
    }
    // Ends the sessions in which the past actions were done.
    for (const tenant_id of new Set(people.resellers.map((reseller) => reseller.tenant_id)))
      await inTenant(owner, tenant_id, (q) => q.query('update sessions set ended_at = $2 where tenant_id = $1', [tenant_id, now]))
  } finally {
    await owner.end()
  }
}

/** Deletes the rows of an interrupted seeding. Called only if no host exists, so that no user can have signed in. */
async function clear(owner: pg.Pool) {
  const { rows } = await owner.query<{ object: string }>("select object from schema_placement where kind in ('tenant', 'reference')")
  const [{ n } = { n: 0 }] = (await owner.query<{ n: number }>('select count(*)::int as n from hosts')).rows
  if (n > 0) throw new Error('the demo world is only for an empty database')
  await owner.query(`truncate ${rows.map((row) => row.object).join(', ')}`)
}

type Shops = Awaited<ReturnType<typeof seedPeople>>['shops']
type Goods = Awaited<ReturnType<typeof seedGoods>>

/** Gives each user twelve favourites: one denomination of every brand. */
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
