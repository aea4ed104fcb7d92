// Queries about mails that answer mails about claims.
import type { Query } from '../../../postgres/db.ts'

export type Answered = { reclaim_id: string; user_id: string; organisation_id: string; seller_id: string; number: number; email: string; language: string }

/** The mail that is answered: its claim, and its recipient with the present address. */
export const mailAnswered = (q: Query, tenant_id: number, id: string) =>
  q.query<Answered>(
    `select m.reclamation_id as reclaim_id, m.user_id, u.organisation_id, r.seller_id, r.number, u.email,
            coalesce(u.language, o.default_language) as language
       from claim_mails m
       join users u on u.tenant_id = :tenant_id and u.id = m.user_id
       join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
       join reclamations r on r.tenant_id = :tenant_id and r.id = m.reclamation_id
      where m.tenant_id = :tenant_id and m.id = :id`,
    { tenant_id, id },
  )

type Reply = { tenant_id: number; digest: Buffer; mail_id: string; outcome: 'taken' | 'refused' | 'ignored'; now: Date }

/** Notes a reply; returns no row if it was noted before. */
export const noteReply = (q: Query, of: Reply) =>
  q.query<{ digest: Buffer }>(
    `insert into claim_replies (tenant_id, digest, mail_id, outcome, taken_at)
     values (:tenant_id, :digest, :mail_id, :outcome, :now) on conflict do nothing returning digest`,
    of,
  )

/** How many replies to a claim were taken since a time, and whether one to this mail was refused. */
export const repliesTo = async (q: Query, of: { tenant_id: number; mail_id: string; reclaim_id: string; since: Date }) =>
  (
    await q.query<{ taken: number; has_refused: boolean }>(
      `select (count(*) filter (where p.outcome = 'taken' and p.taken_at >= :since))::int as taken,
              coalesce(bool_or(p.outcome = 'refused' and p.mail_id = :mail_id), false) as has_refused
         from claim_mails m
         join claim_replies p on p.tenant_id = :tenant_id and p.mail_id = m.id
        where m.tenant_id = :tenant_id and m.reclamation_id = :reclaim_id`,
      of,
    )
  )[0] ?? { taken: 0, has_refused: false }
