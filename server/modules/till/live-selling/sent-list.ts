// Lists what was sent to telephone numbers, as the selling shop sees it: with the full number and the supplier's answer.
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { type Delivered, deliveriesUnder } from '../../../money/holds.ts'
import { openDelivery } from '../../../money/open-pins.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { openOrder, recipientIndex } from '../../../suppliers/sealed-order.ts'
import { type Sent, type SentAsked, type SentRow, sentCount, sentNamed, sentOf } from './goods.sql.ts'
import { readNumber } from './numbers.ts'

type Own = Pick<Context, 'keys'> & { actor: SignedIn; db: Pick<ReadDb, 'readAtOnce' | 'list'> }

/** One sale to a number. `facts`: the texts of the supplier's delivery by name; empty before delivery. */
export type SentOne = { row: SentRow; mobile_number: string; facts: Readonly<Record<string, string>> }

function withFacts({ actor: { tenant_id }, keys }: Own, rows: readonly SentRow[], deliveries: readonly Delivered[]): SentOne[] {
  const payloads = new Map(deliveries.map(({ key, payload }) => [key, payload]))
  return rows.map((row) => {
    // `rows` are only those that this actor's query found, so no other organisation's order is decrypted.
    const payload = payloads.get(row.key)
    return {
      row,
      mobile_number: Object.values(openOrder(keys, { tenant_id, key: row.key }, row.sealed).recipient)[0] ?? '',
      facts: payload ? openDelivery(keys, tenant_id, row.key, payload).facts : {},
    }
  })
}

export async function sentOne(own: Own, type: Sent | readonly Sent[], key: string): Promise<SentOne> {
  const { actor, db } = own
  const { tenant_id } = actor
  const [rows, deliveries] = await db.readAtOnce(tenant_id, (q) => [sentNamed(q, actor, [type].flat(), key), deliveriesUnder(q, tenant_id, [key])])
  const [one] = withFacts(own, rows, deliveries)
  if (!one) throw new Refusal('not_found')
  return one
}

/** A page of sales to telephone numbers. `search_text`: a complete number in any spelling; any other text finds nothing. */
export async function sentPage(own: Own, asked: Omit<SentAsked, 'recipient_index'> & { search_text?: string | undefined }) {
  const { actor, keys, db } = own
  const number = asked.search_text ? (readNumber(asked.search_text)?.mobile_number ?? '') : undefined
  const recipient_index = number === undefined ? null : recipientIndex(keys, actor.tenant_id, { number })
  const page = { ...asked, recipient_index }
  const { tenant_id } = actor
  const { rows, count, deliveries } = await db.list(actor, async (q) => {
    const rows = await sentOf(q, actor, page)
    const deliveries = await deliveriesUnder(
      q,
      tenant_id,
      rows.map(({ key }) => key),
    )
    return { rows, count: await sentCount(q, actor, page), deliveries }
  })
  return { sent: withFacts(own, rows, deliveries), count }
}

/** The user who made the sale, for its slip. */
export async function sellerOf({ actor, money }: Pick<Own, 'actor'> & Pick<Context, 'money'>, { sale_id }: SentRow) {
  const facts = sale_id ? (await money.slips(actor.tenant_id, [sale_id])).get(sale_id)?.facts : undefined
  return {
    seller: { name: facts?.seller_name ?? actor.organisation_name, address: facts?.seller_address ?? '', city: facts?.seller_city ?? '' },
    organisation_name: facts?.organisation_name ?? '',
  }
}
