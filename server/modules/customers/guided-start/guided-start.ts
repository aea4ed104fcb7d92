// The steps of an organisation to its first sale: which of them it has to take, and which are done.
import type { StartStep } from '../../../../contract/customers/guided-start.ts'
import type { Hindrance } from '../../../../contract/customers/readiness.ts'
import type { CallName } from '../../../../contract/index.ts'
import { calls } from '../../../../contract/index.ts'
import { allows, missing, type Right } from '../../../../contract/kit/access.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Ready } from '../readiness/readiness.ts'
import type { Done } from './guided-start.sql.ts'

type Step = { step: StartStep; is_done: boolean; missing: Right[] }

/** For each step of a reseller, the call that takes it: a user who may not make that call is told which right is missing. */
const TAKEN_BY = {
  supplier: 'supplierAdd',
  product: 'productAdd',
  stock: 'stockUpload',
  plan: 'planAdd',
  shop: 'customerAdd',
  shop_plan: 'assignedChange',
  credit: 'walletChange',
  people: 'registrationsList',
} as const satisfies Record<keyof Done, CallName>

export function stepsOfReseller(done: Done, actor: SignedIn): Step[] {
  const known = Object.entries(done) as [keyof typeof TAKEN_BY, boolean][]
  const steps: Step[] = known.map(([step, is_done]) => {
    const { access } = calls[TAKEN_BY[step]]
    return { step, is_done, missing: allows(access, actor) ? [] : [...missing(access, actor)] }
  })
  // The last step, the first sale, is made by the shop and not by the reseller.
  return steps.some((step) => step.missing.length === 0) ? [...steps, { step: 'sale', is_done: false, missing: [] }] : []
}

const NO_DEVICE: readonly (Hindrance | null)[] = ['device_not_assigned', 'terminal_inactive']

export function stepsOfShop({ hindrance, on_offer, in_stock }: Ready, { devices_only, available }: { devices_only: boolean; available: Money }): Step[] {
  const device = devices_only ? [{ step: 'device' as const, is_done: !NO_DEVICE.includes(hindrance) }] : []
  const steps = [
    ...device,
    { step: 'offer' as const, is_done: on_offer > 0 },
    { step: 'in_stock' as const, is_done: in_stock > 0 },
    { step: 'money' as const, is_done: available > 0 && hindrance !== 'credit_limit_reached' },
    { step: 'first_sale' as const, is_done: false },
  ]
  return steps.map((one) => ({ ...one, missing: [] }))
}
