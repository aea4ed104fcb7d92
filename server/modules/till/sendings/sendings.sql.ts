// Queries about PINs sent by message: which sales may be sent, what was sent before, and how many messages there were.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { messageChannels, messageStates } from '../../../../contract/messages/messages.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'

type Own = Pick<SignedIn, 'tenant_id' | 'organisation_id'>

/** Locks the sendings of a shop until the transaction ends. So they are counted one after the other, and each count includes the sending before. */
export const lockSendings = (q: Query, { organisation_id }: Own) =>
  q.query(`select pg_advisory_xact_lock(hashtext('pin sendings'), hashtext(:organisation_id))`, { organisation_id })

export type OwnSale = { sale_id: string; created_at: Instant; session_id: string; quantity: number; product_name: string; value: number; is_claimed: boolean }

/** Sales of the actor's own shop. `is_claimed`: a PIN of the sale was claimed or refunded, so none of its PINs may be sent. */
export const ownSales = (q: Query, { tenant_id, organisation_id }: Own, sale_ids: readonly string[]) =>
  q.query<OwnSale>(
    `select s.id as sale_id, s.created_at, s.session_id, s.quantity, s.product_name, s.value,
            exists (select from reclamations r
                     where r.tenant_id = :tenant_id and r.sale_id = s.id and r.state <> 'rejected')
            or exists (select from refunds r where r.tenant_id = :tenant_id and r.sale_id = s.id) as is_claimed
       from sales s
      where s.tenant_id = :tenant_id and s.seller_id = :organisation_id and s.id = any (:sale_ids::uuid[])
      order by s.id`,
    { tenant_id, organisation_id, sale_ids },
  )

/** The messages sent under a key. */
export const sentUnder = (q: Query, tenant_id: number, key: string) =>
  q.query<{ sale_id: string; user_id: string; channel: (typeof messageChannels)[number]; recipient: string }>(
    `select p.sale_id, p.user_id, m.channel, m.recipient
       from pin_sendings p join messages m on m.tenant_id = :tenant_id and m.id = p.message_id
      where p.tenant_id = :tenant_id and p.key = :key order by p.sale_id`,
    { tenant_id, key },
  )

/** How many messages were sent: for the sale among these that has the most messages, and since `since` by this user and by this shop. */
export async function counted(q: Query, actor: Own & { user_id: string }, sale_ids: readonly string[], since: Date) {
  const { tenant_id, organisation_id, user_id } = actor
  const [row] = await q.query<{ sale: number; person: number; shop: number }>(
    `select (select coalesce(max(x.n), 0)::int
               from (select count(*) as n from pin_sendings p
                      where p.tenant_id = :tenant_id and p.sale_id = any (:sale_ids::uuid[])
                      group by p.sale_id) x) as sale,
            count(distinct p.message_id) filter (where p.user_id = :user_id)::int as person,
            count(distinct p.message_id)::int as shop
       from pin_sendings p
      where p.tenant_id = :tenant_id and p.organisation_id = :organisation_id and p.created_at > :since`,
    { tenant_id, organisation_id, user_id, sale_ids, since },
  )
  return row ?? { sale: 0, person: 0, shop: 0 }
}

type Sending = {
  tenant_id: number
  key: string
  sale_id: string
  organisation_id: string
  user_id: string
  message_id: string
  reveal_id: string
  consent: number
  consent_language: string
  created_at: Date
}

export function addSending(q: Query, sending: Sending) {
  return q.query(`insert into pin_sendings ${columnsAndValues(Object.keys(sending))}`, sending)
}

type SentRow = {
  message_id: string
  channel: (typeof messageChannels)[number]
  recipient: string
  state: (typeof messageStates)[number]
  error: string
  username: string
  reason: string
  created_at: Instant
  sent_at: Instant | null
}

/** Messages about these sales; a message with the PINs of several sales is one row. */
export const sentOf = (q: Query, tenant_id: number, sale_ids: readonly string[]) =>
  q.query<SentRow>(
    `select distinct on (m.id) m.id as message_id, m.channel, m.recipient, m.state, m.error,
            coalesce(u.username, '') as username, r.reason, m.created_at, m.sent_at
       from pin_sendings p
       join messages m on m.tenant_id = :tenant_id and m.id = p.message_id
       join reveals r on r.tenant_id = :tenant_id and r.id = p.reveal_id
       left join users u on u.tenant_id = :tenant_id and u.id = p.user_id
      where p.tenant_id = :tenant_id and p.sale_id = any (:sale_ids::uuid[]) order by m.id desc`,
    { tenant_id, sale_ids },
  )

/** The shop's language, and the country whose dial code applies to telephone numbers typed without one. */
export const shopOf = async (q: Query, { tenant_id, organisation_id }: Own) => {
  const [row] = await q.query<{ language: string; country: string }>(
    `select default_language as language, country from organisations
      where tenant_id = :tenant_id and id = :organisation_id`,
    { tenant_id, organisation_id },
  )
  return row ?? { language: '', country: '' }
}
