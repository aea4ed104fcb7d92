// Where people are kept: everybody in their own tenant. The platform looks at one tenant and is itself at home in another, number 0,
// so its own people are found there: `own` in a list reads home, and a person named by id is looked for in both.
import type { SignedIn } from '../../kit/actor.ts'
import type { Db } from '../../kit/db.ts'
import { Refusal } from '../../kit/errors.ts'
import { isThere, type Place } from './staff.sql.ts'

/** The tenant looked at. */
export const here = ({ tenant_id, organisation_id, user_id }: SignedIn): Place => ({ tenant_id, organisation_id, user_id })

/** Of a support view it is the one looked at too: its eyes are those of that organisation. */
export const home = (actor: SignedIn): Place => (actor.role === 'superadmin' ? { ...here(actor), tenant_id: actor.home_tenant_id } : here(actor))

/** The place one may see this person in; somebody else's person is not there at all. */
export async function findPlace(actor: SignedIn, user_id: string, db: Pick<Db, 'read'>): Promise<Place | undefined> {
  for (const place of [here(actor), home(actor)]) if (await db.read(place.tenant_id, (q) => isThere(q, place, user_id))) return place
  return undefined
}

export async function placeOf(actor: SignedIn, user_id: string, db: Pick<Db, 'read'>): Promise<Place> {
  const place = await findPlace(actor, user_id, db)
  if (!place) throw new Refusal('not_found')
  return place
}
