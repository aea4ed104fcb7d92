// The call of the guided start, the checklist of a new organisation.

import { customersListShort } from '../../../../contract/customers/customers.ts'
import type { guidedStart as guidedStartCall } from '../../../../contract/customers/guided-start.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { readinessOf } from '../readiness/readiness.ts'
import { doneBy, hasSold, newestShops, shopNow } from './guided-start.sql.ts'
import { stepsOfReseller, stepsOfShop } from './guided-start.ts'

type Answer = OutputOf<typeof guidedStartCall>
const NOTHING: Answer = { steps: [], hindrance: null, customer_id: null }
/**
 * For this many of the newest shops the call finds out why they cannot sell. If more shops have never sold, the list of shops without sales helps the
 * reseller better.
 */
const LOOKED_AT = 5

export const guidedStart: Pick<Handlers, 'guidedStart'> = {
  guidedStart: async (_, { actor, db, now }) =>
    db.list(actor, async (q) => {
      if (actor.kind === 'platform' || (await hasSold(q, actor))) return NOTHING
      return actor.kind === 'seller' ? ofShop(q, actor, now()) : ofReseller(q, actor, now())
    }),
}

async function ofShop(q: Query, actor: SignedIn, now: Date): Promise<Answer> {
  const ready = (await readinessOf(q, actor.tenant_id, [actor.organisation_id], now)).get(actor.organisation_id)
  const shop = await shopNow(q, actor)
  return ready && shop ? { steps: stepsOfShop(ready, shop), hindrance: ready.hindrance, customer_id: null } : NOTHING
}

async function ofReseller(q: Query, actor: SignedIn, now: Date): Promise<Answer> {
  const done = await doneBy(q, actor)
  if (!done) return NOTHING
  const steps = stepsOfReseller(done, actor)
  // The reason why a shop cannot sell is shown only to users who may see shops.
  if (steps.length === 0 || !allows(customersListShort.access, actor)) return { ...NOTHING, steps }
  const ids = (await newestShops(q, actor, LOOKED_AT)).map(({ id }) => id)
  const ready = await readinessOf(q, actor.tenant_id, ids, now)
  const nearest = ids.find((id) => ready.get(id)?.hindrance === null) ?? ids[0] ?? null
  return { steps, hindrance: nearest ? (ready.get(nearest)?.hindrance ?? null) : null, customer_id: nearest }
}
