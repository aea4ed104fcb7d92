// Queries of planned changes of prices: storing a change, finding those that are due, listing them, and finding those that concern one shop.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { IS_MANAGER, type SignedIn } from '../../../kit/actor.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { isPlatform } from './plans.sql.ts'
import type { Below, PlannedInput, Tell } from './rules.ts'

/** The user who entered the change, with the IP address and device of the request: the audit log's rows about applying the change name all three. */
export type EnteredBy = { actor: SignedIn; address: string; device: string }
export type Kind = 'plan_prices' | 'own_prices'

export type Planned = {
  id: string
  organisation_id: string
  setters: string[]
  plan_id: string | null
  kind: Kind
  name: string
  input: PlannedInput
  below: Below[]
  valid_from: string
  tell_till: boolean
  tell_mail: boolean
  entered_by: EnteredBy
  entered_name: string
  entered_at: Instant
  state: 'coming' | 'held' | 'in_force' | 'taken_back'
  why: 'right' | 'below_cost' | 'gone' | null
}

const COLUMNS = `d.id, d.organisation_id, d.setters, d.plan_id, d.kind, d.name, d.input, d.below,
  to_char(d.valid_from, 'YYYY-MM-DD') as valid_from, d.tell_till, d.tell_mail, d.entered_by, d.entered_name,
  d.entered_at, d.state, d.why`

/**
 * How many planned changes of the organisation are still to come or are held. Locks the organisation, so that two simultaneous entries cannot exceed the
 * limit together.
 */
export async function openCount(q: Query, tenant_id: number, organisation_id: string): Promise<number> {
  await q.query('select from organisations where tenant_id = :tenant_id and id = :organisation_id for no key update', { tenant_id, organisation_id })
  const [row] = await q.query<{ n: number }>(
    `select count(*)::int as n from planned_prices
      where tenant_id = :tenant_id and organisation_id = :organisation_id and state in ('coming', 'held')`,
    { tenant_id, organisation_id },
  )
  return row?.n ?? 0
}

/** Whether the same user has planned exactly the same change already; if so, the request repeats one whose answer was lost. */
export const isPlanned = async (q: Query, tenant_id: number, { kind, input, entered_by }: Pick<Planned, 'kind' | 'input' | 'entered_by'>) =>
  (
    await q.query(
      `select from planned_prices
        where tenant_id = :tenant_id and state = 'coming' and kind = :kind and input = :input::jsonb
          and valid_from = (:input::jsonb ->> 'valid_from')::date
          and entered_by -> 'actor' ->> 'user_id' = :user_id limit 1`,
      { tenant_id, kind, input: JSON.stringify(input), user_id: entered_by.actor.user_id },
    )
  ).length > 0

type New = Omit<Planned, 'id' | 'entered_at' | 'state' | 'why'>

export async function addPlanned(q: Query, tenant_id: number, row: New, now: Date): Promise<string> {
  const id = newId()
  await q.query(
    `insert into planned_prices (tenant_id, id, organisation_id, setters, plan_id, kind, name, input, below, valid_from,
                                 tell_till, tell_mail, entered_by, entered_name, entered_at)
     values (:tenant_id, :id, :organisation_id, :setters, :plan_id, :kind, :name, :input, :below, :valid_from,
             :tell_till, :tell_mail, :entered_by, :entered_name, :now)`,
    { tenant_id, id, ...row, input: JSON.stringify(row.input), below: JSON.stringify(row.below), entered_by: JSON.stringify(row.entered_by), now },
  )
  return id
}

/** SQL: the tenant's due changes in the order in which they are to be made: by day, and within a day by the time of entry. */
const DUE_ROWS = `
  from planned_prices d
 where d.tenant_id = :tenant_id and d.state = 'coming' and d.valid_from <= :today::date
 order by d.valid_from, d.id`

export const firstDue = async (q: Query, tenant_id: number, today: string) =>
  (await q.query<Planned>(`select ${COLUMNS} ${DUE_ROWS} limit 1`, { tenant_id, today }))[0]

/** Locks all due changes and returns them in order. A transaction that had to wait for these locks sees only the changes that are still left. */
export async function lockDue(q: Query, tenant_id: number, today: string): Promise<readonly { id: string }[]> {
  return q.query<{ id: string }>(`select d.id ${DUE_ROWS} for update of d`, { tenant_id, today })
}

export const endPlanned = (q: Query, tenant_id: number, id: string, { state, why = null }: { state: Planned['state']; why?: Planned['why'] }, now: Date) =>
  q.query(
    `update planned_prices set state = :state, why = :why,
            ended_at = case when :state in ('in_force', 'taken_back') then :now::timestamptz end
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, state, why, now },
  )

/** Moves a change to another day and changes how it is announced. From then on the change belongs to the user who moved it. */
export const movePlanned = (q: Query, tenant_id: number, id: string, by: Pick<Planned, 'entered_by' | 'entered_name' | 'valid_from'> & Tell, now: Date) =>
  q.query(
    `update planned_prices set state = 'coming', why = null, valid_from = :valid_from, tell_till = :tell_till,
            tell_mail = :tell_mail, entered_by = :entered_by, entered_name = :entered_name, entered_at = :now,
            mailed_at = case when valid_from = :valid_from::date then mailed_at end
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, ...by, entered_by: JSON.stringify(by.entered_by), now },
  )

const LIST = {
  from: 'planned_prices d',
  where: `d.tenant_id = :tenant_id and (d.organisation_id = :organisation_id or :is_platform)
          and (:state::text is null or d.state = :state)`,
}

type PlannedFilters = { page: number; limit: number; filters: { state?: Planned['state'] | undefined } }

const seen = (actor: SignedIn, asked: PlannedFilters) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  is_platform: isPlatform(actor),
  state: asked.filters.state ?? null,
})

export const plannedList = (q: Query, actor: SignedIn, asked: PlannedFilters) =>
  q.query<Planned>(
    pageOf(
      {
        select: COLUMNS,
        ...LIST,
        order: `(d.state in ('coming', 'held')) desc, case when d.state in ('coming', 'held') then d.valid_from end,
                d.id desc`,
      },
      seen(actor, asked),
      asked,
    ),
  )

export const plannedCount = (q: Query, actor: SignedIn, asked: PlannedFilters) => countOf(q, LIST, seen(actor, asked))

/** Reads and locks a planned change; returns undefined if the actor may not see it. */
export const lockPlanned = async (q: Query, actor: SignedIn, id: string) =>
  (
    await q.query<Planned>(`select ${COLUMNS} from ${LIST.from} where ${LIST.where} and d.id = :id for update of d`, {
      ...seen(actor, { page: 0, limit: 1, filters: {} }),
      id,
    })
  )[0]

/** The names of the products and plans, and the values of the denominations, that the changes on a page of the list are about. */
export const namesOf = (q: Query, tenant_id: number, ids: readonly string[]) =>
  q.query<{ id: string; name: string | null; value: Money | null }>(
    `select p.id, p.name, null::bigint as value from products p
      where p.tenant_id = :tenant_id and p.id = any (:ids::uuid[])
     union all
     select c.id, null, c.value from configurations c where c.tenant_id = :tenant_id and c.id = any (:ids::uuid[])
     union all
     select n.id, n.name, null from plans n where n.tenant_id = :tenant_id and n.id = any (:ids::uuid[])`,
    { tenant_id, ids },
  )

/**
 * Whether the user who entered a change may still make it: the account is active and in the same organisation, the user and the organisation have the right,
 * and neither that organisation nor one above it is suspended.
 */
export const mayStill = async (q: Query, { home_tenant_id, user_id, home_organisation_id }: SignedIn, flag: string) =>
  (
    await q.query(
      `select from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
        where u.tenant_id = :tenant_id and u.id = :user_id and o.id = :home_organisation_id and u.is_active
          and not u.is_web_support
          and (${IS_MANAGER} or :flag = any (u.flags))
          and (o.kind = 'platform' or :flag = any (o.flags))
          and not exists (select from organisations a
                           where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active)`,
      { tenant_id: home_tenant_id, user_id, home_organisation_id, flag },
    )
  ).length > 0
