// Queries of the history of one customer, newest first: it is put together from the audit log, the books and the registrations.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Query } from '../../../postgres/db.ts'

const EURO = (amount: string) => `to_char(${amount} / 10000.0, 'FM9999999990.0099')`
const MOST = 50

/**
 * SQL: what kind of event an audit row is; 'changed' for all changes without a kind of their own, for which the history lists the changed fields. Bookings
 * have no kind here, because their events come from the books.
 */
const KIND = `
  case a.action
    when 'customerAdd' then 'added'
    when 'customerRemarks' then 'remarks'
    when 'customerNoteAdd' then 'note'
    when 'customerOtp' then 'sign_in'
    when 'customerApi' then 'api'
    when 'customerStatus' then case a.after ->> 'is_active' when 'true' then 'started' else 'stopped' end
    when 'terminalActivate'
      then case a.after ->> 'terminal_state' when 'inactive' then 'terminal_off' else 'terminal_on' end
    when 'devicesAssign'
      then case when jsonb_array_length(coalesce(a.after -> 'devices', '[]')) > 0 then 'devices_given'
                else 'changed' end
    when 'devicesUnassign' then 'device_back'
    when 'devicePair' then 'device_paired'
    when 'autoCreditUpdate' then 'auto_rule'
    when 'assignedChange' then 'prices'
    when 'liveDiscounts' then 'prices'
    when 'liveDiscountsPlatform' then 'prices'
    else 'changed' end`

/** SQL: the terminal or the devices that an event is about. */
const WHAT = `
  case when a.subject_kind = 'device' then a.subject_name
       when a.action = 'terminalActivate' then a.after ->> 'terminal_id'
       when a.action = 'devicesAssign'
         then (select string_agg(tag, ', ')
                 from jsonb_array_elements_text(coalesce(a.after -> 'devices', '[]')) tag) end`

const LOGGED = (where: string) => `
       (select a.at, ${KIND} as kind, coalesce(nullif(a.full_name, ''), a.username) as who,
               jsonb_build_object(
                 'fields', coalesce((select string_agg(k, ',' order by k) from jsonb_object_keys(a.after) k), ''),
                 'reason', a.reason, 'what', coalesce(${WHAT}, '')) as text
          from audit a where a.tenant_id = :tenant_id and ${where} order by a.id desc limit ${MOST})`

const ABOUT_CUSTOMER = `
  a.subject_id = :customer_id::text and a.subject_kind = 'customer' and a.action !~ '^(wallet|creditRequest)'`
const ABOUT_DEVICES = `
  a.subject_organisation_id = :customer_id::uuid and a.subject_kind = 'device'
  and a.action in ('devicesUnassign', 'devicePair')`

type Happened = { at: Instant; kind: string; who: string; text: Record<string, string> }

export const timeline = (q: Query, tenant_id: number, customer_id: string) =>
  q.query<Happened>(
    `select x.at, x.kind, coalesce(x.who, '') as who, x.text
       from (${LOGGED(ABOUT_CUSTOMER)}
       union all ${LOGGED(ABOUT_DEVICES)}
       union all
       (select t.created_at, case when t.payment_mode = 'moved_in' then t.payment_mode else t.kind end,
               case when t.kind <> 'auto_credit' then u.full_name end,
               jsonb_build_object('amount', ${EURO('t.amount')}, 'balance', ${EURO('t.balance_after')},
                                  'reason', t.remarks)
          from transfers t left join users u on u.tenant_id = :tenant_id and u.id = t.created_by
         where t.tenant_id = :tenant_id and t.wallet_id = :customer_id::uuid and t.kind <> 'sale'
         order by t.created_at desc limit ${MOST})
       union all
       (select c.created_at, 'credit_limit', u.full_name,
               jsonb_build_object('amount', ${EURO('c.limit_after')}, 'before', ${EURO('c.limit_before')},
                                  'reason', c.remarks)
          from credit_limit_changes c left join users u on u.tenant_id = :tenant_id and u.id = c.created_by
         where c.tenant_id = :tenant_id and c.wallet_id = :customer_id::uuid order by c.created_at desc limit ${MOST})
       union all
       (select r.created_at, 'link_sent', by.full_name, jsonb_build_object('what', u.email)
          from registrations r join users u on u.tenant_id = :tenant_id and u.id = r.user_id
          left join users by on by.tenant_id = :tenant_id and by.id = r.created_by
         where r.tenant_id = :tenant_id and r.organisation_id = :customer_id::uuid order by r.id desc limit ${MOST})
       union all
       (select r.completed_at, 'registered', u.full_name, '{}'::jsonb
          from registrations r join users u on u.tenant_id = :tenant_id and u.id = r.user_id
         where r.tenant_id = :tenant_id and r.organisation_id = :customer_id::uuid and r.completed_at is not null
         order by r.id desc limit ${MOST})
     ) x order by x.at desc limit ${MOST}`,
    { tenant_id, customer_id },
  )
