// Rows start from what the actor can see: its own organisation and all below it, in the tenant it acts in.

import type { Query } from './db.ts'
import type { SignedIn } from './sessions.ts'

/** For plain SQL: `visible('o', 1, 2)` with values [actor.tenant_id, actor.organisation_id]. */
export const visible = (alias: string, tenant: number, organisation: number): string =>
  `${alias}.tenant_id = $${tenant} and ${alias}.path @> array[$${organisation}::uuid]`

/** Organisations the actor sees, itself included. */
export const visibleOrganisations = (q: Query, actor: SignedIn) =>
  q.kysely.selectFrom('organisations').where('organisations.tenant_id', '=', actor.tenant_id).where('organisations.path', '@>', [actor.organisation_id])
