// Seeds devices of the demo world: some at a shop, some at its reseller, some unassigned at the platform, and one that is broken.
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { insert, inTenant, type People } from './demo-people.ts'

const DAY_MS = 86_400_000

export async function seedDevices(owner: pg.Pool, { resellers, shops }: People, started: Date) {
  for (const { tenant_id, id: reseller_id } of resellers) {
    const shop = shops.find(({ parent_id, tenant_id: theirs }) => theirs === tenant_id && parent_id === reseller_id)
    const isTop = resellers.find((one) => one.tenant_id === tenant_id)?.id === reseller_id
    if (!shop || !isTop) continue
    const free = { status: 'free', reseller_id: null, customer_id: null, since: null }
    const here = { status: 'assigned', reseller_id, customer_id: null, since: new Date(started.getTime() + 3 * DAY_MS) }
    const there = { ...here, customer_id: shop.id, since: new Date(started.getTime() + 5 * DAY_MS) }
    const places = [there, there, here, here, here, free, free, { ...free, status: 'broken' }]
    await inTenant(owner, tenant_id, async (q) => {
      for (const [i, place] of places.entries()) {
        const number = String(i + 1).padStart(4, '0')
        await insert(q, 'devices', { tenant_id, id: uuidv7(), tag: `TAG-${number}`, serial_number: `SN-${tenant_id}${number}`, created_at: started, ...place })
      }
    })
  }
}
