// Queries of practice. Simulated sales are stored in these tables only.
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

type Own = Pick<SignedIn, 'tenant_id' | 'organisation_id' | 'user_id' | 'session_id'>
export type PlayedRow = { user_id: string; number: number | null; content: Buffer; answer: unknown; copies: number }

const own = ({ tenant_id, organisation_id, user_id, session_id }: Own) => ({ tenant_id, seller_id: organisation_id, user_id, session_id })

/** Whether the session is open and for practice, read from the database and not from a server's cache. */
export const isPractising = async (q: Query, { tenant_id, session_id }: Own): Promise<boolean> =>
  (
    await q.query(
      `select from sessions
        where tenant_id = :tenant_id and id = :session_id and is_training and ended_at is null`,
      { tenant_id, session_id },
    )
  ).length > 0

export const playedUnder = (q: Query, { tenant_id, organisation_id }: Own, key: string) =>
  q.query<PlayedRow>(
    `select user_id, number, content, answer, copies from training_sales
      where tenant_id = :tenant_id and seller_id = :organisation_id and key = :key`,
    { tenant_id, organisation_id, key },
  )

/** Stores a practice sale under the shop's next number; returns no row if another request took the number or the key at the same moment. */
export const takeNumber = (q: Query, actor: Own, of: { key: string; content: Buffer; now: Date }) =>
  q.query<{ number: number }>(
    `insert into training_sales (tenant_id, key, seller_id, number, user_id, session_id, content, created_at)
     select :tenant_id, :key, :seller_id, coalesce(max(t.number), 0) + 1, :user_id, :session_id, :content, :now
       from training_sales t where t.tenant_id = :tenant_id and t.seller_id = :seller_id
     on conflict do nothing returning number`,
    { ...own(actor), ...of },
  )

export const keepAnswer = (q: Query, tenant_id: number, key: string, answer: string) =>
  q.query('update training_sales set answer = :answer where tenant_id = :tenant_id and key = :key', { tenant_id, key, answer })

/**
 * Voids the key, so that no practice sale can be made under it afterwards. A practice sale that was made under the key
 * before stays.
 */
export const giveUp = (q: Query, actor: Own, of: { key: string; content: Buffer; now: Date }) =>
  q.query(
    `insert into training_sales (tenant_id, key, seller_id, user_id, session_id, content, created_at)
     values (:tenant_id, :key, :seller_id, :user_id, :session_id, :content, :now) on conflict do nothing`,
    { ...own(actor), ...of },
  )

/** Counts one more showing of the given practice sale, or of the user's last practice sale. */
export const showAgain = (q: Query, { tenant_id, organisation_id: seller_id, user_id }: Own, key: string | undefined) =>
  q.query<PlayedRow>(
    `update training_sales t set copies = t.copies + 1
      where t.tenant_id = :tenant_id and t.key = (
        select l.key from training_sales l
         where l.tenant_id = :tenant_id and l.seller_id = :seller_id
           and (l.key = :key and l.answer ?| array['pins', 'sales']
                or (:key::uuid is null and l.user_id = :user_id and l.answer ? 'pins'))
         order by l.number desc limit 1)
      returning t.user_id, t.number, t.content, t.answer, t.copies`,
    { tenant_id, seller_id, user_id, key: key ?? null },
  )

export type Shop = { name: string; address: string; city: string; organisation_name: string | null }

/** The shop's name and address, as its slips show them. */
export const shops = (q: Query, { tenant_id, organisation_id }: Own) =>
  q.query<Shop>(
    `select o.name, btrim(o.address || ' ' || o.house_no) as address, btrim(o.postal || ' ' || o.city) as city,
            parent.name as organisation_name
       from organisations o
       left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
      where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id, organisation_id },
  )

export const forgetPlayed = (q: Query, tenant_id: number, before: Date) =>
  q.query('delete from training_sales where tenant_id = :tenant_id and created_at < :before', { tenant_id, before })
