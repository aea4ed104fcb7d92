// The steps to the first sold card: which of them an organisation has, and which are done.
import type { StartStep } from '../../../../contract/customers/guided-start.ts'
import type { Hindrance } from '../../../../contract/customers/readiness.ts'
import type { CallName } from '../../../../contract/index.ts'
import { calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Ready } from '../readiness/readiness.ts'
import type { Done } from './guided-start.sql.ts'

type Step = { step: StartStep; is_done: boolean }

/** The call that takes each of a reseller's steps: a user who may not make the call does not see the step. */
const TAKEN_BY = {
  supplier: 'supplierAdd',
  product: 'productAdd',
  stock: 'stockUpload',
  plan: 'planAdd',
  shop: 'customerAdd',
  people: 'registrationsList',
  credit: 'walletChange',
  sale: 'customersListShort',
} as const satisfies Partial<Record<StartStep, CallName>>

export function stepsOfReseller(done: Done, actor: SignedIn): Step[] {
  const known = Object.entries({ ...done, sale: false }) as [keyof typeof TAKEN_BY, boolean][]
  return known.filter(([step]) => allows(calls[TAKEN_BY[step]].access, actor)).map(([step, is_done]) => ({ step, is_done }))
}

const NO_DEVICE: readonly (Hindrance | null)[] = ['device_not_assigned', 'terminal_inactive']

export function stepsOfShop({ hindrance, on_offer, in_stock }: Ready, { devices_only, available }: { devices_only: boolean; available: Money }): Step[] {
  const device: Step[] = devices_only ? [{ step: 'device', is_done: !NO_DEVICE.includes(hindrance) }] : []
  return [
    ...device,
    { step: 'offer', is_done: on_offer > 0 },
    { step: 'in_stock', is_done: in_stock > 0 },
    { step: 'money', is_done: available > 0 && hindrance !== 'credit_limit_reached' },
    { step: 'first_sale', is_done: false },
  ]
}
