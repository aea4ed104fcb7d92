// Which tenant stores a person. The platform views one tenant while its own people are in tenant 0: `own` in a list reads that one, and a person named by id
// is looked up in both.
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Db } from '../../../postgres/db.ts'
import { isThere, type Place } from './staff.sql.ts'

/** The tenant being viewed. */
export const here = ({ tenant_id, organisation_id, user_id }: SignedIn): Place => ({ tenant_id, organisation_id, user_id })

/** The home tenant; in a support view the one being viewed. */
export const home = (actor: SignedIn): Place => (actor.role === 'superadmin' ? { ...here(actor), tenant_id: actor.home_tenant_id } : here(actor))

/** The tenant that stores this person, if the actor may see them. */
export async function findPlace(actor: SignedIn, user_id: string, db: Pick<Db, 'read'>): Promise<Place | undefined> {
  for (const place of [here(actor), home(actor)]) if (await db.read(place.tenant_id, (q) => isThere(q, place, user_id))) return place
  return undefined
}

export async function placeOf(actor: SignedIn, user_id: string, db: Pick<Db, 'read'>): Promise<Place> {
  const place = await findPlace(actor, user_id, db)
  if (!place) throw new Refusal('not_found')
  return place
}
