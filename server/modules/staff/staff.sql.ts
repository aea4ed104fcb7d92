// Queries about people: those of the actor's organisation and of the ones below it.
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Staff as StaffRow, staffList } from '../../../contract/staff.ts'
import type { Query } from '../../kit/db.ts'
import { foldedSql, searchFor } from '../../kit/search.ts'
import type { Person } from './staff.ts'

/** The tenant to look in, and the organisation and user whose view applies. */
export type Place = { tenant_id: number; organisation_id: string; user_id: string }
export type Asked = InputOf<typeof staffList>
type Row = Omit<StaffRow, 'last_login_at'> & { last_login_at: Instant | null }

const sorts: Record<Asked['sort'], string> = {
  full_name: 'lower(u.full_name)',
  '-full_name': 'lower(u.full_name) desc',
  last_login_at: 'u.last_login_at nulls first',
  '-last_login_at': 'u.last_login_at desc nulls last',
}

const has = (column: string) => `strpos(${column}, $6) > 0`

/** $1 tenant, $2 actor's organisation, $3 managers too, $4 one person or null, $5 one organisation or null, $6 folded search or null, $7 active or null. */
const FROM = `
    from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
   where u.tenant_id = $1 and $2 = any (o.path) and ($3 or u.internal_role <> 0) and ($4::uuid is null or u.id = $4) and ($5::uuid is null or o.id = $5)
     and ($6::text is null or ${has(foldedSql('u.full_name'))} or ${has('lower(u.username)')} or ${has(foldedSql('u.job_role'))} or ${has('o.name_search')})
     and ($7::boolean is null or u.is_active = $7)`

const parameters = ({ tenant_id, organisation_id }: Place, { manager, filters, search_text }: Asked) => [
  tenant_id,
  organisation_id,
  manager,
  filters.user_id ?? null,
  filters.own ? organisation_id : (filters.organisation_id ?? null),
  searchFor(search_text),
  filters.is_active ?? null,
]

export const people = (q: Query, place: Place, asked: Asked) =>
  q.query<Row>(
    `select u.id as user_id, u.username, u.full_name, u.email, u.mobile, u.job_role, u.internal_role, o.id as organisation_id, o.name as organisation_name,
            case o.kind when 'platform' then 0 when 'reseller' then 1 else 2 end as account_role, u.is_active,
            case when u.internal_role = 0 then o.flags else array(select f from unnest(u.flags) f where f = any (o.flags)) end as flags,
            o.flags as organisation_flags, u.otp_type, u.login_approval, u.language, u.last_login_at, u.id = $8 as is_own,
            case when not u.is_active then 'stopped' when u.password_hash = '' then 'registering' else 'active' end as state,
            (select count(*)::int from staff_assignments a where a.tenant_id = $1 and a.user_id = u.id and a.ended_at is null) as customers_assigned
     ${FROM} order by ${sorts[asked.sort]}, u.id limit $9 offset $10`,
    [...parameters(place, asked), place.user_id, asked.limit, asked.page * asked.limit],
  )

export const peopleCount = async (q: Query, place: Place, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM}`, parameters(place, asked)))[0]?.n ?? 0

export const isThere = async (q: Query, { tenant_id, organisation_id }: Place, user_id: string) =>
  (
    await q.query(
      'select from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id where u.tenant_id = $1 and u.id = $3 and $2 = any (o.path)',
      [tenant_id, organisation_id, user_id],
    )
  ).length > 0

/** The person about to be changed; locked until the transaction is over. */
export const personToChange = (q: Query, { tenant_id, organisation_id }: Place, user_id: string) =>
  q.query<Person>(
    `select u.id as user_id, u.username, u.full_name, u.email, u.mobile, u.job_role, u.internal_role, u.organisation_id, o.name as organisation_name, o.path,
            u.flags, o.flags as organisation_flags, u.otp_type, u.otp_required, u.otp_secret is not null as has_app, u.login_approval, u.language, u.is_active
       from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
      where u.tenant_id = $1 and u.id = $3 and $2 = any (o.path) for no key update of u`,
    [tenant_id, organisation_id, user_id],
  )

/** Managers who can sign in, locked: of two who stop each other the second is refused. Locked before any single person, so that nobody deadlocks. */
export const lockManagers = (q: Query, tenant_id: number, user_id: string) =>
  q.query<{ id: string }>(
    `select id from users where tenant_id = $1 and internal_role = 0 and is_active and password_hash <> '' and not is_web_support
        and organisation_id = (select organisation_id from users where tenant_id = $1 and id = $2) order by id for no key update`,
    [tenant_id, user_id],
  )

export const organisationToJoin = (q: Query, { tenant_id, organisation_id }: Place, customer_id: string) =>
  q.query<{ id: string; name: string; flags: string[] }>('select id, name, flags from organisations where tenant_id = $1 and id = $3 and $2 = any (path)', [
    tenant_id,
    organisation_id,
    customer_id,
  ])

export type NewPerson = Pick<
  Person,
  | 'user_id'
  | 'username'
  | 'full_name'
  | 'email'
  | 'mobile'
  | 'job_role'
  | 'internal_role'
  | 'organisation_id'
  | 'flags'
  | 'otp_type'
  | 'login_approval'
  | 'language'
>

/** Returns no row when the user name is taken. The account has no password until the registration sets one. */
export const addPerson = (q: Query, tenant_id: number, person: NewPerson, now: Date) =>
  q.query(
    `insert into users (tenant_id, id, organisation_id, username, full_name, email, mobile, job_role, internal_role, flags, otp_type, otp_required, login_approval,
                        language, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11 <> 'none', $12, $13, '', $14) on conflict (tenant_id, username) do nothing returning id`,
    [
      tenant_id,
      person.user_id,
      person.organisation_id,
      person.username,
      person.full_name,
      person.email,
      person.mobile,
      person.job_role,
      person.internal_role,
      person.flags,
      person.otp_type,
      person.login_approval,
      person.language,
      now,
    ],
  )

/** `forgetsCodes`: removes authenticator app and recovery codes, which helps after a lost phone. A stopped person's sign-in token is voided. */
export const changePerson = (q: Query, tenant_id: number, after: Person, forgetsCodes: boolean) =>
  q.query(
    `update users set full_name = $3, email = $4, mobile = $5, job_role = $6, internal_role = $7, flags = $8, otp_type = $9, otp_required = $10, login_approval = $11,
            language = $12, is_active = $13, login_token = case when $13 then login_token end, login_token_until = case when $13 then login_token_until end,
            otp_secret = case when $14 then null else otp_secret end, recovery_codes = case when $14 then '{}' else recovery_codes end,
            otp_pending = case when $14 then null else otp_pending end
      where tenant_id = $1 and id = $2`,
    [
      tenant_id,
      after.user_id,
      after.full_name,
      after.email,
      after.mobile,
      after.job_role,
      after.internal_role,
      after.flags,
      after.otp_type,
      after.otp_required,
      after.login_approval,
      after.language,
      after.is_active,
      forgetsCodes,
    ],
  )

export const setLoginToken = (q: Query, tenant_id: number, user_id: string, token: Buffer, until: Date) =>
  q.query('update users set login_token = $3, login_token_until = $4 where tenant_id = $1 and id = $2', [tenant_id, user_id, token, until])
