// Queries about support: which organisations allow themselves to be viewed, and what a session views.
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

export type Viewable = { organisation_id: string; organisation_name: string; kind: SignedIn['kind']; city: string }

/** Organisations of one tenant that support may view: they allow it, and they and all organisations above are active. */
export const viewable = (q: Query, tenant_id: number, search: string | null, organisation_id: string | null = null) =>
  q.query<Viewable>(
    `select o.id as organisation_id, o.name as organisation_name, o.kind, o.city from organisations o
      where o.tenant_id = :tenant_id and o.enable_web_view and o.kind <> 'platform'
        and (:search::text is null or strpos(o.name_search, :search) > 0)
        and (:organisation_id::uuid is null or o.id = :organisation_id)
        and not exists (select from organisations a
                         where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active)
      order by o.name_search, o.id`,
    { tenant_id, search, organisation_id },
  )

export const beginView = (q: Query, { home_tenant_id, session_id }: SignedIn, tenant_id: number, organisation_id: string, until: Date) =>
  q.query(
    `update sessions set view_tenant_id = :view_tenant_id, view_organisation_id = :organisation_id, view_until = :until
      where tenant_id = :tenant_id and id = :session_id`,
    { tenant_id: home_tenant_id, session_id, view_tenant_id: tenant_id, organisation_id, until },
  )

export const endView = (q: Query, { home_tenant_id, session_id }: SignedIn) =>
  q.query(
    `update sessions set view_tenant_id = null, view_organisation_id = null, view_until = null
      where tenant_id = :tenant_id and id = :session_id`,
    { tenant_id: home_tenant_id, session_id },
  )
