// Rules about past sales: who sees cost and margin, and who may print a slip again.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { reprintVerdict } from '../../till/selling/selling.ts'

export type Masked = Pick<SignedIn, 'mask_seller_discount'>

/** Cost and margin of a sale; both null for users who may not see discounts. */
export const costOf = ({ sold_total, bought_total }: { sold_total: Money; bought_total: Money }, { mask_seller_discount }: Masked) =>
  mask_seller_discount ? { bought_total: null, margin_total: null } : { bought_total, margin_total: sold_total - bought_total }

/** Whether this user may print the slip again, with a reason if one is required. */
export const mayReprint = (sale: { seller_id: string; created_at: Instant }, actor: SignedIn, now: Date): boolean =>
  sale.seller_id === actor.organisation_id && reprintVerdict({ ...sale, session_id: '' }, actor, now, 'a reason') === 'free'
