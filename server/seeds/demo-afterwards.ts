// The events after sales in the demo world, day by day: claims in progress, Z-reports, each month's invoices and their payments.
import { uuidv7 } from 'uuidv7'
import { handlers } from '../handlers.ts'
import { issueKey } from '../http/transaction-key.ts'
import { berlinDay, monthBefore } from '../kit/berlin.ts'
import type { Beginning, Story } from './demo.ts'
import { billsOf } from './demo-billing.ts'
import { claimsOf, RECLAIM_DAYS } from './demo-claims.ts'
import { openDesk } from './demo-desk.ts'
import { DEMO_DEVICE, insert, inTenant } from './demo-people.ts'

const DAY_MS = 86_400_000
/** On how many of the last days the shifts ended with a Z-report. */
const Z_DAYS = 6
/** The user name of the shop that never closes its shift. */
const NEVER_CLOSES = 'port'
/** Hours in Berlin: before the shops open, and after they close. */
const [MORNING, EVENING] = [7.5, 21.2]

/** How many days ago the month before last, the last month, and this month began. */
function monthsAgo(now: Date): [number, number, number] {
  const last = monthBefore(now).date_from
  const before = monthBefore(new Date(`${last}T12:00:00Z`)).date_from
  const ago = (day: string) => Math.round((Date.parse(berlinDay(now)) - Date.parse(day)) / DAY_MS)
  return [ago(before), ago(last), Number(berlinDay(now).slice(8)) - 1]
}

/** Prepares the world for its sales: the shops' tills and rights, the suppliers' deadlines, taxes, and the day from which shifts are counted. */
async function prepare({ owner, people: { shops, resellers }, started, now }: Beginning): Promise<void> {
  for (const { tenant_id, id: shop_id, user_ids, session_id } of shops)
    await inTenant(owner, tenant_id, async (q) => {
      const id = uuidv7()
      const seen = { created_at: started, last_seen_at: now }
      await insert(q, 'devices_known', { tenant_id, id, user_id: user_ids[0], secret_hash: Buffer.from(id), name: DEMO_DEVICE, ...seen })
      // Allows the shops to read their own documents.
      await q.query("update organisations set flags = array_append(flags, 'has_invoice') where tenant_id = $1 and id = $2", [tenant_id, shop_id])
      await q.query('update sessions set device_id = $3, device = $4 where tenant_id = $1 and id = $2', [tenant_id, session_id, id, DEMO_DEVICE])
    })
  for (const tenant_id of new Set(resellers.map((reseller) => reseller.tenant_id)))
    await inTenant(owner, tenant_id, async (q) => {
      await q.query('update suppliers set reclaim_days = $2 where tenant_id = $1', [tenant_id, RECLAIM_DAYS])
      // Makes some goods taxed at the sale, so that the demo has documents with and without tax.
      await q.query(
        `update configurations c set vat_treatment = 'single_purpose_voucher', vat_rate = 2000
           from products p where c.tenant_id = $1 and p.tenant_id = $1 and p.id = c.product_id and p.type = 'soft_pin'`,
        [tenant_id],
      )
    })
  await owner.query('update tenants set shifts_since = $1 where tenant_id > 0', [new Date(now.getTime() - (Z_DAYS + 1) * DAY_MS)])
}

/** The events after the sales, day by day. `linkOrigin`: the beginning of links in mails. */
export const afterTheSale = (linkOrigin: string): Story => ({
  days: (now) => monthsAgo(now)[0],
  begin: async (world) => {
    const { people, now } = world
    await prepare(world)
    const desk = openDesk(world, linkOrigin)
    const [first, last, current] = monthsAgo(now)
    const claims = claimsOf(desk, people, last)
    const bills = billsOf(desk, people)

    async function closeShifts(): Promise<void> {
      for (const { tenant_id, world } of people.shops.filter((shop) => shop.world.key !== NEVER_CLOSES)) {
        const context = await desk.as(tenant_id, world.users[0]?.username ?? '', 'zReport')
        await handlers.zReport({ transaction_key: issueKey(context.keys, context.actor) }, context)
      }
    }

    async function morning(ago: number): Promise<void> {
      if (ago === first) await bills.begin()
      if (ago === last || ago === current) await bills.run()
      if (ago === last - 9) await bills.pay('kiosque', true)
      await claims.move(ago)
    }

    async function evening(ago: number): Promise<void> {
      if (ago === current) await bills.pay('kiosque', false)
      await claims.make(ago)
      if (ago <= Z_DAYS) await closeShifts()
    }

    /** Does the work at a moment of the past; leaves it out if the moment is still in the future. */
    const at = async (moment: Date, work: () => Promise<void>) => {
      if (moment >= now) return
      desk.clock.now = moment
      await work()
    }
    return {
      diary: { before: ({ ago, at: hour }) => at(hour(MORNING), () => morning(ago)), after: ({ ago, at: hour }) => at(hour(EVENING), () => evening(ago)) },
      letters: bills.letters,
      end: desk.end,
    }
  },
})
