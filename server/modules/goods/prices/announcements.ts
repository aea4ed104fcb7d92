// Announces planned prices to customers by mail, if the user who entered them chose so. The mail goes out some minutes later, so that a change which is
// cancelled again immediately is not announced. An organisation sends its customers at most one such mail a day.
import type { Services } from '../../../http/services.ts'
import { berlinDay, dayBegins } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { markMailed, peopleToTell, type ToTell, toTell } from './announcements.sql.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'keys' | 'post'>

export const TELL_AFTER_MS = 10 * 60_000

export const tellingJobs = (needs: Needs): JobList => ({
  tell_prices: { cron: '4,14,24,34,44,54 * * * *', work: rounds(needs, 'tell_prices', (tenant_id) => tellPrices(needs, tenant_id)) },
})

export async function tellPrices(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock } = needs
  const now = clock()
  const today = berlinDay(now)
  const at = { today, day_begins: dayBegins(today), before: new Date(now.getTime() - TELL_AFTER_MS) }
  await db.write(tenant_id, async (q) => {
    const all = await toTell(q, tenant_id, at)
    for (const organisation_id of new Set(all.map((one) => one.organisation_id))) {
      const own = all.filter((one) => one.organisation_id === organisation_id)
      await tellOne(q, needs, tenant_id, own)
      await markMailed(
        q,
        tenant_id,
        own.map(({ id }) => id),
        now,
      )
    }
  })
}

/** Sends one mail to each customer concerned, about the first day on which it gets new prices. */
async function tellOne(q: Query, needs: Needs, tenant_id: number, own: readonly ToTell[]): Promise<void> {
  const days = new Map<string, string>()
  for (const { valid_from, customer_ids } of own) for (const id of customer_ids) if (valid_from < (days.get(id) ?? '9999')) days.set(id, valid_from)
  for (const { customer_id, recipient, language, issuer } of await peopleToTell(q, tenant_id, [...days.keys()])) {
    const day = (days.get(customer_id) ?? '').split('-').reverse().join('.')
    await putMessage(q, needs, { kind: 'prices_coming', channel: 'email', recipient, language, organisation_id: customer_id, data: { issuer, day } })
  }
}
