// Calls about orders at suppliers: an order's details, asking the supplier about it now, ending it by hand, and the log of exchanges with suppliers.
import type { Handlers } from '../../../http/mount.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { sealDelivery } from '../../../kit/seal.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { recipientIndex } from '../../../suppliers/sealed-order.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { standingOf } from '../../till/live-selling/live-selling.ts'
import { costOf } from '../sales/sales.ts'
import { checked, checkedCount } from './check.sql.ts'
import { meantBy, toldOf } from './check.ts'
import { exchangeCount, exchanges, handOrder, orderCount, orderOf, orders, peopleOf, strips } from './live-orders.sql.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

type Names = 'exchangesList' | 'liveOrdersList' | 'liveOrderAsk' | 'liveOrderHand' | 'liveOrderEnd' | 'liveSalesCheck'

const subjectOf = (key: string, { product_name, seller_id }: { product_name: string; seller_id: string }) => {
  return { kind: 'live_order', id: key, name: product_name, organisation_id: seller_id }
}

export const liveOrders: Pick<Handlers, Names> = {
  exchangesList: async (asked, { actor, db, suppliers, now }) => {
    await suppliers.flush()
    return db.list(actor, async (q) => {
      const rows = await exchanges(q, actor, asked)
      const lines = await strips(q, actor.tenant_id, newIdAt(new Date(now().getTime() - DAY_MS)))
      return { ...listed(asked, rows, await exchangeCount(q, actor, asked)), strips: lines }
    })
  },

  liveOrdersList: async (asked, { actor, db }) => {
    const people = await db.read(actor.home_tenant_id, (q) => peopleOf(q, actor))
    return db.list(actor, async (q) => ({ ...listed(asked, await orders(q, actor, asked), await orderCount(q, actor, asked)), people }))
  },

  liveOrderAsk: async ({ key }, { actor: { tenant_id }, db, live, audit, now }) => {
    const [before] = await db.read(tenant_id, (q) => orderOf(q, tenant_id, key, now()))
    if (!before) throw new Refusal('not_found')
    await live.ask(tenant_id, key)
    return db.write(tenant_id, async (q) => {
      const [after] = await orderOf(q, tenant_id, key, now())
      if (!after) throw new Refusal('not_found')
      const { state, said } = after
      await audit({ subject: subjectOf(key, after), before: { state: before.state }, after: { state } }, q)
      return { state, said }
    })
  },

  liveOrderHand: async ({ key, username, note }, { actor, db, audit, now }) => {
    const { tenant_id, organisation_id, home_tenant_id } = actor
    const next = (await db.read(home_tenant_id, (q) => peopleOf(q, actor))).find((one) => one.username === username)
    if (!next) throw refuseField('username', 'not_one_of')
    await db.write(tenant_id, async (q) => {
      const [order] = await orderOf(q, tenant_id, key, now())
      if (!order) throw new Refusal('not_found')
      if ((await handOrder(q, { tenant_id, key, username, note })).length === 0) throw new Refusal('request_over')
      const { product_name: product, in_hands_of } = order
      await putNotice(q, now(), { organisation_id, user_id: next.user_id, kind: 'live_order_handed', data: { product, reason: note, key } })
      await audit({ subject: subjectOf(key, order), before: { in_hands_of }, after: { in_hands_of: username }, reason: note }, q)
    })
    return {}
  },

  liveOrderEnd: async ({ key, outcome, proof, reason }, { actor, db, money, keys, audit, now }) => {
    const { tenant_id, user_id } = actor
    const [order] = await db.read(tenant_id, (q) => orderOf(q, tenant_id, key, now()))
    if (!order) throw new Refusal('not_found')
    if (!['created', 'sent', 'held', 'unknown', 'manual'].includes(order.state)) throw new Refusal('request_over')
    // A server is asking the supplier about this order right now. The supplier's answer decides, so nobody may end the order by hand meanwhile.
    if (order.is_leased) throw new Refusal('in_progress')
    // The audit log is written first, so that no order is ever ended by hand without the name of the user.
    await db.write(tenant_id, (q) => audit({ subject: subjectOf(key, order), before: { state: order.state }, after: { outcome, proof }, reason }, q))
    try {
      if (outcome === 'delivered') await money.post(tenant_id, key, { reference: proof, payload: sealDelivery(keys, tenant_id, key, { facts: {} }) })
      else await money.void(tenant_id, key, user_id, `${reason} (${proof})`, new Date(now().getTime() + HOUR_MS))
    } catch (error) {
      if (codeOf(error) === 'PX437') throw refuseField('proof', 'proof_used')
      throw refusalOf(error)
    }
    return {}
  },

  liveSalesCheck: async (asked, { actor, db, keys }) => {
    const meant = meantBy(asked.search_text)
    const recipient_index = meant?.number ? recipientIndex(keys, actor.tenant_id, { number: meant.number }) : null
    const page = { ...asked, wanted: meant && { text: meant.text, id: meant.id, recipient_index } }
    const { rows, count } = await db.list(actor, async (q) => ({ rows: await checked(q, actor, page), count: await checkedCount(q, actor, page) }))
    const content = rows.map((row) => ({ ...row, ...standingOf(row), ...costOf(row, actor), said: toldOf(row) }))
    return listed(asked, content, count)
  },
}
