// Queries of what a user should know of a customer before telephoning it, and of the notes about it.

import type { customerPulse } from '../../../../contract/customers/customers.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { firstIdAt } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'

type Pulse = OutputOf<typeof customerPulse>

const DAYS = 30
const NOTES_SHOWN = 50

/** SQL: organisation `o` is the customer or below it, and is below the actor. */
const BELOW = `
  o.tenant_id = :tenant_id and :customer_id = any (o.path) and :organisation_id = any (o.path)`

/** Reads the figures of one customer; returns no row if it is not below the actor. */
export const pulse = (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string, now: Date) =>
  q.query<Omit<Pulse, 'notes'>>(
    `select w.last_sale_at,
            case when c.kind = 'seller' then
              (select jsonb_build_object('pins', coalesce(sum(s.quantity), 0),
                                         'again', coalesce(sum(s.quantity * s.copies), 0))
                 from sales s
                where s.tenant_id = :tenant_id and s.seller_id = c.id
                  and s.id >= ${firstIdAt(`:now::timestamptz - interval '${DAYS} days'`)}) end as prints,
            (select jsonb_build_object('assigned', count(*), 'paired', count(d.browser_hash),
                                       'last_seen_at', max(d.last_seen_at))
               from organisations o
               join devices d on d.tenant_id = :tenant_id and d.customer_id = o.id and d.status = 'assigned'
              where ${BELOW}) as devices
       from organisations c join wallets w on w.tenant_id = :tenant_id and w.organisation_id = c.id
      where c.tenant_id = :tenant_id and c.id = :customer_id and :organisation_id = any (c.path)
        and c.id <> :organisation_id`,
    { tenant_id, organisation_id, customer_id, now },
  )

export const notesOf = (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string) =>
  q.query<Pulse['notes'][number]>(
    `select n.id as note_id, n.note, n.author, n.created_at from customer_notes n
      where n.tenant_id = :tenant_id and n.customer_id = :customer_id and n.organisation_id = :organisation_id
      order by n.id desc limit ${NOTES_SHOWN}`,
    { tenant_id, organisation_id, customer_id },
  )

export const addNote = (q: Query, actor: SignedIn, customer_id: string, note: string, now: Date) =>
  q.query(
    `insert into customer_notes (tenant_id, id, organisation_id, customer_id, user_id, author, note, created_at)
     values (:tenant_id, :id, :organisation_id, :customer_id, :user_id, :author, :note, :now)`,
    {
      ...{ tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, user_id: actor.user_id },
      ...{ id: newId(), author: actor.full_name || actor.username, customer_id, note, now },
    },
  )
