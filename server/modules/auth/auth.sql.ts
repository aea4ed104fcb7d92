// Queries about hosts, accounts, attempts and the tenants a platform may look at.
import type { Query } from '../../kit/db.ts'
import type { Host } from '../../kit/hosts.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type OrganisationRow = { name: string; template: number; default_language: string; support_name: string; support_phone: string; support_email: string }

export const organisationOf = (q: Query, { tenant_id, organisation_id }: Host) =>
  q.query<OrganisationRow>(
    `select name, template, default_language, support_name, support_phone, support_email from organisations where tenant_id = $1 and id = $2 and is_active`,
    [tenant_id, organisation_id],
  )

export type AccountRow = { user_id: string; organisation_id: string; password_hash: string; kind: SignedIn['kind']; is_active: boolean }

/** is_active says: the user, its organisation and all above it. */
export const accountByName = (q: Query, tenant_id: number, username: string) =>
  q.query<AccountRow>(
    `select u.id as user_id, u.organisation_id, u.password_hash, o.kind,
            u.is_active and not exists (select from organisations a where a.tenant_id = $1 and a.id = any (o.path) and not a.is_active) as is_active
       from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
      where u.tenant_id = $1 and u.username = $2`,
    [tenant_id, username],
  )

/** Counts one attempt in each window, before the password is looked at; answers the counts in the order of the subjects. */
export const countAttempts = (q: Query, tenant_id: number, subjects: readonly string[], window_start: Date) =>
  q.query<{ subject: string; n: number }>(
    `insert into login_attempts (tenant_id, subject, window_start, n)
     select $1, subject, $3, 1 from unnest($2::text[]) as subject order by subject
     on conflict (tenant_id, subject, window_start) do update set n = login_attempts.n + 1
     returning subject, n`,
    [tenant_id, subjects, window_start],
  )

export const forgetAttempts = (q: Query, tenant_id: number, subject: string) =>
  q.query('delete from login_attempts where tenant_id = $1 and subject = $2', [tenant_id, subject])

type UserRow = {
  internal_role: number
  address: string
  house_no: string
  postal: string
  city: string
  country: string
  show_print_popup: boolean
  merge_receipts: boolean
  download_csv: boolean
}

export const userOf = (q: Query, { home_tenant_id, user_id }: SignedIn) =>
  q.query<UserRow>(
    `select u.internal_role, o.address, o.house_no, o.postal, o.city, o.country, o.show_print_popup, o.merge_receipts, o.download_csv
       from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id where u.tenant_id = $1 and u.id = $2`,
    [home_tenant_id, user_id],
  )

/** Tenant 0 is the platform's own and nothing to look at. */
export const tenants = (q: Query) => q.query<{ tenant_id: number; name: string }>('select tenant_id, name from tenants where tenant_id > 0 order by tenant_id')

export const chooseTenant = (q: Query, { home_tenant_id, session_id }: SignedIn, tenant_id: number) =>
  q.query('update sessions set chosen_tenant_id = $3 where tenant_id = $1 and id = $2', [home_tenant_id, session_id, tenant_id])
