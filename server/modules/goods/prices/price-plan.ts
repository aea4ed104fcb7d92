// Stores a change of prices for a later day: the change is tried as if it were made now, undone, and stored as it was entered (decision 0065).
import { PLANNED_MAX } from '../../../../contract/goods/planned-prices.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Change } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { addPlanned, type EnteredBy, isPlanned, type Kind, openCount } from './planned-prices.sql.ts'
import type { Below, PlannedInput, Reach } from './rules.ts'

type PriceContext = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }
type Later = {
  type: Kind
  input: PlannedInput
  reaches: Reach
  entered_by: EnteredBy
  /**
   * The prices below cost to which a second person agreed. If on its day the change brings another price below cost, or one of these lower, it is held. None if
   * nobody had to agree.
   */
  below?: Below[]
  /** The rows that the change would write to the audit log if it were made now. */
  said?: readonly Change[]
}

export const enteredBy = ({ actor, request }: { actor: SignedIn; request: Pick<Context['request'], 'address' | 'device'> }): EnteredBy => ({
  actor,
  address: request.address,
  device: request.device,
})

/**
 * Refuses a day before tomorrow. Also refuses any day for a new name of a plan and for an undoing: a plan's name changes immediately, and only a change that
 * was already made can be undone.
 */
export function refuseDay(input: PlannedInput, now: Date): void {
  if (!input.valid_from) return
  if (input.valid_from <= berlinDay(now)) throw refuseField('valid_from', 'day_over')
  if ('undo' in input && input.undo) throw refuseField('undo', 'invalid_value')
  if ('plan_name' in input && input.plan_name) throw refuseField('plan_name', 'invalid_value')
}

export async function planLater(
  q: Query,
  { actor, now, audit }: PriceContext,
  { type, input, reaches, entered_by, below = [], said = [] }: Later,
): Promise<void> {
  const { organisation_id, wallet_id, name, setters } = reaches
  const { valid_from = '', tell_till = false, tell_mail = false } = input
  const { tenant_id } = actor
  const open = await openCount(q, tenant_id, organisation_id)
  if (await isPlanned(q, tenant_id, { kind: type, input, entered_by })) return audit(null)
  if (open >= PLANNED_MAX) throw new Refusal('planned_full', { detail: { most: PLANNED_MAX } })
  const who = entered_by.actor
  const row = { organisation_id, setters: [...setters], kind: type, name, input, below, valid_from, tell_till, tell_mail, entered_by }
  const plan_id = type === 'plan_prices' ? (input.discount_plan_id ?? null) : null
  const planned_id = await addPlanned(q, tenant_id, { ...row, plan_id, entered_name: who.full_name || who.username }, now())
  const after = { state: 'planned', valid_from, planned_id }
  const subject = { kind: 'customer', id: wallet_id ?? organisation_id, name, organisation_id: wallet_id ?? organisation_id }
  if (said.length === 0) await audit({ subject, after }, q)
  for (const change of said) await audit({ ...change, after: { ...change.after, ...after } }, q)
}
