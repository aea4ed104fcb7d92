// Finds the tenant in which a user is stored. The platform's own users are in tenant 0 even while the platform views another tenant. So lists read tenant 0
// if `own` is set, and a user given by id is looked up in both tenants.
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Db } from '../../../postgres/db.ts'
import { isThere, type Place } from './staff.sql.ts'

/** The tenant that the actor views. Only the platform can view another tenant than its own. */
export const here = ({ tenant_id, organisation_id, user_id }: SignedIn): Place => ({ tenant_id, organisation_id, user_id })

/** The tenant of the actor's own users: tenant 0 for the platform, and for everybody else the tenant that they belong to. */
export const home = (actor: SignedIn): Place => (actor.role === 'superadmin' ? { ...here(actor), tenant_id: actor.home_tenant_id } : here(actor))

/** The tenant that this user is stored in, if the actor may see the user; otherwise undefined. */
export async function findPlace(actor: SignedIn, user_id: string, db: Pick<Db, 'read'>): Promise<Place | undefined> {
  for (const place of [here(actor), home(actor)]) if (await db.read(place.tenant_id, (q) => isThere(q, place, user_id))) return place
  return undefined
}

export async function placeOf(actor: SignedIn, user_id: string, db: Pick<Db, 'read'>): Promise<Place> {
  const place = await findPlace(actor, user_id, db)
  if (!place) throw new Refusal('not_found')
  return place
}
