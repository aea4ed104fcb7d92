// Queries for announcing prices by mail: which changes are not announced yet, and whom to write to.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Query } from '../../../postgres/db.ts'

export type ToTell = { id: string; organisation_id: string; valid_from: string; customer_ids: string[] }
type At = { today: string; day_begins: Date; before: Date }

/**
 * Changes that are to be announced by mail now. An organisation that has sent an announcement today is left out. The rows are locked, so that only one of two
 * servers announces them.
 */
export const toTell = (q: Query, tenant_id: number, at: At) =>
  q.query<ToTell>(
    `select d.id, d.organisation_id, to_char(d.valid_from, 'YYYY-MM-DD') as valid_from,
            case when d.kind = 'plan_prices'
                 then array(select o.id from organisations o
                             where o.tenant_id = :tenant_id and o.plan_id = d.plan_id and o.is_active)
                 else array(select c.id::uuid from jsonb_array_elements_text(d.input -> 'customer_ids') as c(id))
            end as customer_ids
       from planned_prices d
      where d.tenant_id = :tenant_id and d.state = 'coming' and d.tell_mail and d.mailed_at is null
        and d.valid_from > :today::date and d.entered_at <= :before
        and not exists (select from planned_prices t
                         where t.tenant_id = :tenant_id and t.organisation_id = d.organisation_id
                           and t.mailed_at >= :day_begins)
      order by d.valid_from, d.id for update of d`,
    { tenant_id, ...at },
  )

export const markMailed = (q: Query, tenant_id: number, ids: readonly string[], now: Date) =>
  q.query('update planned_prices set mailed_at = :now where tenant_id = :tenant_id and id = any (:ids::uuid[])', { tenant_id, ids, now })

/** The customers among these that are active and have a mail address, each with its language and the name of the organisation that sells to it. */
export const peopleToTell = (q: Query, tenant_id: number, customer_ids: readonly string[]) =>
  q.query<{ customer_id: string; recipient: string; language: Language; issuer: string }>(
    `select o.id as customer_id, o.email as recipient, o.default_language as language, parent.name as issuer
       from organisations o join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
      where o.tenant_id = :tenant_id and o.id = any (:customer_ids::uuid[]) and o.is_active and o.email <> ''
      order by o.id`,
    { tenant_id, customer_ids },
  )
