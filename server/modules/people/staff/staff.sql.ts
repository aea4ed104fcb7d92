// Queries about users: those of the actor's organisation and of the organisations below it.
import { internalRole } from '../../../../contract/kit/access.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Staff as StaffRow, staffList } from '../../../../contract/people/staff.ts'
import { ACCOUNT_ROLE, IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'
import type { Person } from './staff.ts'

/** The tenant to search, and the organisation and user that ask. */
export type Place = { tenant_id: number; organisation_id: string; user_id: string }
export type StaffListInput = InputOf<typeof staffList>
type Row = Omit<StaffRow, 'last_login_at'> & { last_login_at: Instant | null }

const sorts: Record<StaffListInput['sort'], string> = {
  full_name: 'lower(u.full_name)',
  '-full_name': 'lower(u.full_name) desc',
  last_login_at: 'u.last_login_at nulls first',
  '-last_login_at': 'u.last_login_at desc nulls last',
}

const has = (column: string) => `strpos(${column}, :search) > 0`

const PEOPLE = {
  from: `users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id`,
  where: `u.tenant_id = :tenant_id and :organisation_id = any (o.path) and (:manager or not ${IS_MANAGER})
          and (:user_id::uuid is null or u.id = :user_id) and (:only_id::uuid is null or o.id = :only_id)
          and (:search::text is null or ${has(foldedSql('u.full_name'))} or ${has('lower(u.username)')}
               or ${has(foldedSql('u.job_role'))} or ${has('o.name_search')})
          and (:is_active::boolean is null or u.is_active = :is_active)`,
}

const parameters = ({ tenant_id, organisation_id }: Place, { manager, filters, search_text }: StaffListInput) => ({
  tenant_id,
  organisation_id,
  manager,
  user_id: filters.user_id ?? null,
  only_id: filters.own ? organisation_id : (filters.organisation_id ?? null),
  search: searchFor(search_text),
  is_active: filters.is_active ?? null,
})

export const people = (q: Query, place: Place, asked: StaffListInput) =>
  q.query<Row>(
    pageOf(
      {
        select: `u.id as user_id, u.username, u.full_name, u.email, u.mobile, u.job_role, u.internal_role,
                 o.id as organisation_id, o.name as organisation_name,
                 ${ACCOUNT_ROLE} as account_role, u.is_active,
                 case when ${IS_MANAGER} then o.flags
                      else array(select f from unnest(u.flags) f where f = any (o.flags)) end as flags,
                 o.flags as organisation_flags, u.otp_type, u.login_approval, u.language, u.last_login_at,
                 u.id = :own_id as is_own,
                 case when not u.is_active then 'stopped' when u.password_hash = '' then 'registering'
                      else 'active' end as state,
                 (select count(*)::int from staff_assignments a
                   where a.tenant_id = :tenant_id and a.user_id = u.id and a.ended_at is null) as customers_assigned`,
        ...PEOPLE,
        order: `${sorts[asked.sort]}, u.id`,
      },
      { ...parameters(place, asked), own_id: place.user_id },
      asked,
    ),
  )

export const peopleCount = (q: Query, place: Place, asked: StaffListInput) => countOf(q, PEOPLE, parameters(place, asked))

export const isThere = async (q: Query, { tenant_id, organisation_id }: Place, user_id: string) =>
  (
    await q.query(
      `select from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
        where u.tenant_id = :tenant_id and u.id = :user_id and :organisation_id = any (o.path)`,
      { tenant_id, organisation_id, user_id },
    )
  ).length > 0

/** A user who is to be changed; the row is locked until the transaction ends. */
export const personToChange = (q: Query, { tenant_id, organisation_id }: Place, user_id: string) =>
  q.query<Person>(
    `select u.id as user_id, u.username, u.full_name, u.email, u.mobile, u.job_role, u.internal_role, u.organisation_id,
            o.name as organisation_name, o.path,
            u.flags, o.flags as organisation_flags, u.otp_type, u.otp_required, u.otp_secret is not null as has_app,
            u.login_approval, u.language, u.is_active
       from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
      where u.tenant_id = :tenant_id and u.id = :user_id and :organisation_id = any (o.path) for no key update of u`,
    { tenant_id, organisation_id, user_id },
  )

/**
 * The managers of the user's organisation who can sign in, with their rows locked. So if two managers suspend each other, the later request is refused. They
 * are locked before any single user, to avoid deadlocks.
 */
export const lockManagers = (q: Query, tenant_id: number, user_id: string) =>
  q.query<{ id: string }>(
    `select id from users
      where tenant_id = :tenant_id and internal_role = ${internalRole.manager} and is_active
        and password_hash <> '' and not is_web_support
        and organisation_id = (select organisation_id from users where tenant_id = :tenant_id and id = :user_id)
      order by id for no key update`,
    { tenant_id, user_id },
  )

export const organisationToJoin = (q: Query, { tenant_id, organisation_id }: Place, customer_id: string) =>
  q.query<{ id: string; name: string; flags: string[] }>(
    `select id, name, flags from organisations
      where tenant_id = :tenant_id and id = :customer_id and :organisation_id = any (path)`,
    { tenant_id, organisation_id, customer_id },
  )

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

/** Adds a user; returns no row if the user name is taken. The account has no password until its user has registered. */
export const addPerson = (q: Query, tenant_id: number, person: NewPerson, now: Date) =>
  q.query(
    `insert into users (tenant_id, id, organisation_id, username, full_name, email, mobile, job_role, internal_role,
                        flags, otp_type, otp_required, login_approval,
                        language, password_hash, created_at)
     values (:tenant_id, :user_id, :organisation_id, :username, :full_name, :email, :mobile, :job_role, :internal_role,
             :flags, :otp_type, :otp_type <> 'none', :login_approval, :language, '', :now)
     on conflict (tenant_id, username) do nothing returning id`,
    {
      tenant_id,
      user_id: person.user_id,
      organisation_id: person.organisation_id,
      username: person.username,
      full_name: person.full_name,
      email: person.email,
      mobile: person.mobile,
      job_role: person.job_role,
      internal_role: person.internal_role,
      flags: person.flags,
      otp_type: person.otp_type,
      login_approval: person.login_approval,
      language: person.language,
      now,
    },
  )

/**
 * Gives a new user of a shop a copy of another user's favourites: those of the shop's manager with the oldest account, or if no manager has favourites, of the
 * oldest other account. Later changes of either list do not change the other.
 */
export const copyFavourites = (q: Query, tenant_id: number, { user_id, organisation_id }: Pick<Person, 'user_id' | 'organisation_id'>) =>
  q.query(
    `insert into favourites (tenant_id, user_id, position, configuration_id)
     select :tenant_id, :user_id, f.position, f.configuration_id
       from favourites f
      where f.tenant_id = :tenant_id
        and f.user_id = (select u.id from users u
                          where u.tenant_id = :tenant_id and u.organisation_id = :organisation_id and u.is_active
                            and exists (select from favourites o where o.tenant_id = :tenant_id and o.user_id = u.id)
                          order by u.internal_role <> 0, u.id limit 1)
     returning 1`,
    { tenant_id, user_id, organisation_id },
  )

/**
 * Stores a changed user. `forgetsCodes`: removes the authenticator app and the recovery codes, for a user who lost the phone. If the user is deactivated, an
 * issued token becomes invalid.
 */
export const changePerson = (q: Query, tenant_id: number, after: Person, forgetsCodes: boolean) =>
  q.query(
    `update users set full_name = :full_name, email = :email, mobile = :mobile, job_role = :job_role,
            internal_role = :internal_role, flags = :flags, otp_type = :otp_type, otp_required = :otp_required,
            login_approval = :login_approval,
            language = :language, is_active = :is_active, login_token = case when :is_active then login_token end,
            login_token_until = case when :is_active then login_token_until end,
            otp_secret = case when :forgets_codes then null else otp_secret end,
            recovery_codes = case when :forgets_codes then '{}' else recovery_codes end,
            otp_pending = case when :forgets_codes then null else otp_pending end
      where tenant_id = :tenant_id and id = :user_id`,
    {
      tenant_id,
      user_id: after.user_id,
      full_name: after.full_name,
      email: after.email,
      mobile: after.mobile,
      job_role: after.job_role,
      internal_role: after.internal_role,
      flags: after.flags,
      otp_type: after.otp_type,
      otp_required: after.otp_required,
      login_approval: after.login_approval,
      language: after.language,
      is_active: after.is_active,
      forgets_codes: forgetsCodes,
    },
  )

export const setLoginToken = (q: Query, tenant_id: number, user_id: string, token: Buffer, until: Date) =>
  q.query(
    `update users set login_token = :token, login_token_until = :until
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id, user_id, token, until },
  )
