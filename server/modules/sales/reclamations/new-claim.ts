// Makes claims: the pasted codes and serials are looked up among the PINs that the shop sold. For any other text the answer is the same, whether or
// not such a PIN exists.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Keys } from '../../../kit/keys.ts'
import type { Query } from '../../../postgres/db.ts'
import { normalisePin } from '../../goods/batches/batches.ts'
import { claimsOfMonth, type Facts, factsOf, type Place, pinsByText, pinsOfSale } from './new-claim.sql.ts'

type Answer = OutputOf<Calls['reclaimSubmit']>
type Row = Answer['rows'][number]
type Outcome = Row['outcome']
export type ClaimedCodes = Pick<InputOf<Calls['reclaimSubmit']>, 'sale_id' | 'serials'>

/** The PINs that the request means, in the order of the request; null for a text that does not match a PIN sold by the shop. */
export async function meantBy(q: Query, actor: SignedIn, keys: Keys, { sale_id, serials }: ClaimedCodes): Promise<(Place | null)[]> {
  if (sale_id) {
    const pins = await pinsOfSale(q, actor, sale_id)
    if (pins.length === 0) throw new Refusal('not_found')
    return pins
  }
  if (!serials) throw refuseField('serials', 'required')
  const texts = serials.map((text) => text.trim())
  const found = await pinsByText(
    q,
    actor,
    texts,
    texts.map((text) => keys.pinIndex(actor.tenant_id, normalisePin(text))),
  )
  return found.map(({ batch_no, seq }) => (batch_no === null || seq === null ? null : { batch_no, seq }))
}

const UNKNOWN: Omit<Row, 'row'> = {
  ...{ outcome: 'unknown_pin', reclaim_id: null, number: null, product_name: '', value: null, serial: '', pin_last4: '' },
  ...{ sold_at: null, copies: 0, batch_claims: 0, due_at: null },
}

/** The outcome that claiming this PIN would have, before anything is claimed. */
const outlook = ({ is_dead, reclaim_id, due_at }: Facts, now: Date): Outcome => {
  if (is_dead) return 'reclaimed_before'
  if (reclaim_id) return 'claimed_already'
  return due_at && Date.parse(due_at) < now.getTime() ? 'too_late' : 'possible'
}

/** The answer for each PIN. `outcomes`: the results after claiming; without them the PINs are only looked up. */
export async function answerOf(q: Query, actor: SignedIn, meant: readonly (Place | null)[], now: Date, outcomes?: readonly Outcome[]): Promise<Answer> {
  const known = meant.flatMap((place) => place ?? [])
  const facts = await factsOf(q, actor, known, now)
  let at = 0
  const rows = meant.map((place, i): Row => {
    const found = place && facts[at]
    if (!found) return { row: i + 1, ...UNKNOWN }
    const outcome = outcomes?.[at] ?? outlook(found, now)
    at++
    const { is_dead: _, ...seen } = found
    return { row: i + 1, outcome, ...seen }
  })
  return { rows, claims_30_days: await claimsOfMonth(q, actor, now) }
}
