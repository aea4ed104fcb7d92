// The contract in the browser. The rights to all calls are known from the start. The schemas of the calls of the till and the shell are in the app's main
// bundle; the other schemas are loaded when a screen or a call first needs them.

import { balance } from '../../../contract/customers/balance.ts'
import type { CallName } from '../../../contract/index.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { noticesList, noticesSeen } from '../../../contract/messages/notices.ts'
import { authCheck, logout } from '../../../contract/people/account.ts'
import { favouritesSet, reprint, saleDownload, saleSettle, sell, sellBulk, sellerProductsV2, transactionKey } from '../../../contract/till/selling.ts'
import { within } from './chunks.ts'
import rules from './rights.json' with { type: 'json' }

type Right = Pick<Call, 'access' | 'changes' | 'reveals' | 'inView'>

/** The rights to all calls: a list that `npm run generate` makes and web/screens/screens.test.ts compares with the contract. */
const rights = Object.fromEntries(
  (rules as unknown as readonly [Right, string][]).flatMap(([right, calls]) => calls.split(' ').map((name) => [name, right])),
) as Record<CallName, Right>

const atHand: Partial<Record<CallName, Call>> = {
  ...{ authCheck, balance, favouritesSet, logout, noticesList, noticesSeen, reprint, saleDownload, saleSettle, sell, sellBulk },
  ...{ sellerProductsV2, transactionKey },
}

let whole: Partial<Record<CallName, Call>> = atHand
let loading: Promise<void> | undefined

/**
 * Loads the remaining schemas. Every screen but the till loads them together with its own code (web/router.tsx). If loading fails, the next caller tries again.
 */
export function loadContract(): Promise<void> {
  loading ??= within(import('../../../contract/index.ts'), 'contract').then(
    ({ calls }) => {
      whole = calls
    },
    (cause) => {
      loading = undefined
      throw cause
    },
  )
  return loading
}

export const isCall = (name: string): name is CallName => Object.hasOwn(rights, name)

export const rightsTo = (name: CallName): Right => rights[name]

/** Returns the schemas of a call. Inside a screen they are loaded already; a dialog of the shell that opens earlier is suspended until they are loaded. */
export function contractOf(name: CallName): Call {
  const found = whole[name]
  if (!found) throw loadContract()
  return found
}

/** Returns the calls whose schemas are loaded, by name. Inside a screen these are all calls. */
export const contractsKnown = (): [CallName, Call][] => Object.entries(whole) as [CallName, Call][]

export async function fetchContract(name: CallName): Promise<Call> {
  if (!whole[name]) await loadContract()
  return contractOf(name)
}
