// Rules of the till: building a slip, the reprint policy, turning outcomes into answers.
import type { OutputOf } from '../../../contract/kit/call.ts'
import { CSV_MARK, csvRow, csvTexts } from '../../../contract/kit/csv.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import { moneyText } from '../../../contract/kit/money.ts'
import { type ProductType, productTypes } from '../../../contract/kit/product-types.ts'
import type { sell } from '../../../contract/selling.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Outcome } from '../../money/money.ts'
import type { ClearPin } from '../../money/open-pins.ts'
import type { Slip } from '../../money/slips.ts'

export type SaleAnswer = OutputOf<typeof sell>
/** Everything the slip says. Prices are left out where the shop's people may not see them (mask_seller_discount). */
export function slipAnswer({ facts }: Slip, pins: ClearPin[], copy: number): SaleAnswer {
  const seen = <T>(amount: T) => (facts.mask_seller_discount ? null : amount)
  return {
    sale_id: facts.sale_id,
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

/** The slip of a purchase; throws its refusal with the figures that say what to do next. */
export function slipOf(outcome: Outcome): Slip {
  if (outcome.code === 'sold') return outcome.slip
  const { code, available, missing, left_over, price } = outcome
  throw new Refusal(code, {
    detail: {
      ...(available === null ? {} : { available: moneyText(available) }),
      ...(missing === null ? {} : { missing: moneyText(missing) }),
      ...(left_over === null ? {} : { left_over }),
      ...(price === null ? {} : { price: moneyText(price) }),
    },
  })
}

/** Product types this person may sell: a manager all, staff by flag (has_gift_card for gift cards, has_cash_card for the rest). */
export const sellableTypes = (actor: SignedIn): ProductType[] =>
  productTypes.filter((type) => (actor.role === 'seller' && actor.is_manager) || actor.flags.includes(type === 'gift_card' ? 'has_gift_card' : 'has_cash_card'))

const MINUTE_MS = 60_000
/** Printing again without being asked: same session, ten minutes (docs/domain.md, Reprints). */
export const FREE_REPRINT_MS = 10 * MINUTE_MS
/** With a reason anybody at this till may reprint for a day; later only a manager. */
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

/** A bulk sale's file: UTF-8 with BOM, semicolons, every cell as text so that no spreadsheet drops a leading zero. */
export function pinFile(answer: SaleAnswer): { filename: string; csv: string } {
  const rows = answer.pins.map((pin) => csvTexts([answer.product_name, moneyText(answer.value), pin.pin, pin.serial, pin.batch, pin.expires_on ?? '']))
  const name = answer.product_name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return {
    filename: `${name}-${moneyText(answer.value)}-${answer.quantity}.csv`,
    csv: [CSV_MARK, csvRow(['product', 'value', 'pin', 'serial', 'batch', 'expires_on']), ...rows].join(''),
  }
}
