// Showing what was sold: the slip with its PINs in clear, from stock or from a supplier's delivery, and the policy for showing it again.
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import type { sell } from '../../../../contract/till/selling.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Showing } from '../../../money/money.ts'
import { type ClearPin, openDelivery } from '../../../money/open-pins.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Slip } from '../../../money/slips.ts'

export type SaleAnswer = OutputOf<typeof sell>
export type Shower = Pick<Context, 'money' | 'now' | 'openPins' | 'keys'> & { actor: SignedIn }

/** All fields of a slip. Prices and balances are null if the shop's users may not see the shop's prices (mask_seller_discount). */
export function slipAnswer({ facts }: Slip, pins: ClearPin[], copy: number): SaleAnswer {
  const seen = <T>(amount: T) => (facts.mask_seller_discount ? null : amount)
  return {
    sale_id: facts.sale_id,
    training_no: null,
    created_at: facts.created_at,
    product_name: facts.product_name,
    product_type: facts.product_type,
    configuration_id: facts.configuration_id,
    value: facts.value,
    info: facts.info,
    quantity: facts.quantity,
    price_unit: seen(facts.price_unit),
    amount_total: seen(facts.amount_total),
    face_total: facts.value * facts.quantity,
    balance_before: seen(facts.balance_before),
    balance_after: seen(facts.balance_after),
    seller: { name: facts.seller_name, address: facts.seller_address, city: facts.seller_city },
    organisation_name: facts.organisation_name ?? facts.seller_name,
    username: facts.username ?? '',
    instructions: facts.instructions,
    customer_care: facts.customer_care,
    pins,
    copy,
  }
}

const MINUTE_MS = 60_000
/** How long a sale may be printed again without a reason, in the same session (docs/domain.md, Reprints). */
export const FREE_REPRINT_MS = 10 * MINUTE_MS
/** How long after a sale a user who is no manager may reprint its slip, with a reason unless FREE_REPRINT_MS applies; later only a manager may. */
export const REPRINT_MS = 24 * 60 * MINUTE_MS

export type ReprintVerdict = 'free' | 'reason_needed' | 'manager_needed'

export function reprintVerdict(
  sale: { created_at: Instant; session_id: string },
  who: { session_id: string; is_manager: boolean },
  now: Date,
  reason: string | undefined,
): ReprintVerdict {
  const age = now.getTime() - Date.parse(sale.created_at)
  if (age <= FREE_REPRINT_MS && sale.session_id === who.session_id) return 'free'
  if (age > REPRINT_MS && !who.is_manager) return 'manager_needed'
  return reason ? 'free' : 'reason_needed'
}

/** The PINs of a sale in clear: from stock, or from its supplier's delivery. */
export async function pinsOf(slip: Slip, { money, keys, openPins }: Pick<Shower, 'money' | 'keys' | 'openPins'>): Promise<ClearPin[]> {
  const { tenant_id, facts } = slip
  if (stockTypes.some((type) => type === facts.product_type)) return openPins(slip)
  return (await money.deliveries(tenant_id, [facts.sale_id])).flatMap(({ key, payload }) => {
    const { pin, serial = '', expires_on = null } = openDelivery(keys, tenant_id, key, payload)
    return pin === undefined ? [] : [{ pin_id: key, pin, serial, batch: '', expires_on }]
  })
}

/**
 * Shows the PINs of a sale in clear, as nothing else does except the answer to the sale and a message to the customer. The reprint policy decides, and the
 * showing is counted and recorded before.
 */
export async function show(slip: Slip, kind: Showing['kind'], context: Shower, reason?: string): Promise<SaleAnswer> {
  const { actor, money, now } = context
  const { sale_id } = slip.facts
  const verdict = reprintVerdict(slip.facts, actor, now(), reason)
  if (verdict !== 'free') throw new Refusal('reprint_refused', { detail: { why: verdict, sale_id } })
  const { tenant_id, user_id, session_id } = actor
  const copy = await money.reveal({ tenant_id, id: newId(), sale_id, user_id, session_id, kind, reason: reason ?? '' }).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (copy === null) throw new Refusal('download_used')
  return slipAnswer(slip, await pinsOf(slip, context), copy)
}
