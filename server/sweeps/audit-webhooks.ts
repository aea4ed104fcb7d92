// One successful use of each changing call about webhooks, for audit-table.ts.
import { newId } from '../kit/ids.ts'
import { rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { as } from './audit-ways.ts'

/** A URL at which nothing listens: the call that tests the webhook ends at once with an error, which is a result too. */
const NOBODY = 'http://127.0.0.1:9/hook'

const added = async (me: Person) => (await me.calls.webhookAdd({ url: NOBODY, events: ['sale.completed'] })).webhook_id

/** Adds a webhook with a failed delivery; returns the delivery's id. */
async function failedDelivery(me: Person, w: World): Promise<string> {
  const id = newId()
  await rowsOf(
    w,
    `insert into webhook_deliveries (tenant_id, id, webhook_id, organisation_id, event, message_id, body, state, created_at)
     values (1, $1, $2, $3, 'sale.completed', $4, '{}', 'failed', now())`,
    [id, await added(me), me.customer_id, `sale_${id}`],
  )
  return id
}

export const webhooks = {
  webhookAdd: as('nord', async (me) => () => added(me)),
  webhookUpdate: as('nord', async (me) => {
    const webhook_id = await added(me)
    return () => me.calls.webhookUpdate({ webhook_id, is_active: false })
  }),
  webhookRemove: as('nord', async (me) => {
    const webhook_id = await added(me)
    return () => me.calls.webhookRemove({ webhook_id })
  }),
  webhookTest: as('nord', async (me) => {
    const webhook_id = await added(me)
    return () => me.calls.webhookTest({ webhook_id })
  }),
  webhookRetry: as('kiosque', async (me, w) => {
    const delivery_id = await failedDelivery(me, w)
    return () => me.calls.webhookRetry({ delivery_id })
  }),
} as const
