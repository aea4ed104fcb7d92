// The contract in the browser. Who may make a call is known of all of them at once; what a call takes and answers comes with the house for the till and
// the shell, for everything else when a screen or a call first wants it.
import { authCheck, logout, tenantsList } from '../../contract/auth.ts'
import { balance } from '../../contract/balance.ts'
import type { CallName } from '../../contract/index.ts'
import type { Call } from '../../contract/kit/call.ts'
import { noticesList, noticesSeen } from '../../contract/notices.ts'
import { dashboard, salesList } from '../../contract/sales.ts'
import { favouritesSet, reprint, saleDownload, saleSettle, sell, sellBulk, sellerProductsV2, transactionKey } from '../../contract/selling.ts'
import { within } from './chunks.ts'
import known from './rights.json' with { type: 'json' }

type Right = Pick<Call, 'access' | 'changes' | 'reveals' | 'inView'>

/** Made by `npm run generate`, compared in web/screens.test.ts. */
const rights = known as Record<CallName, Right>

const atHand: Partial<Record<CallName, Call>> = {
  ...{ authCheck, balance, dashboard, favouritesSet, logout, noticesList, noticesSeen, reprint, saleDownload, saleSettle, salesList, sell, sellBulk },
  ...{ sellerProductsV2, tenantsList, transactionKey },
}

let whole: Partial<Record<CallName, Call>> = atHand
let loading: Promise<void> | undefined

/** Every screen but the till's waits for it beside its own code (web/router.tsx). A failure is forgotten, so that the next one who asks tries again. */
export function loadContract(): Promise<void> {
  loading ??= within(import('../../contract/index.ts'), 'contract').then(
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

/** What a call takes and answers. Inside a screen it is there; a dialog of the shell that comes first waits as for its own code. */
export function contractOf(name: CallName): Call {
  const found = whole[name]
  if (!found) throw loadContract()
  return found
}

export async function fetchContract(name: CallName): Promise<Call> {
  if (!whole[name]) await loadContract()
  return contractOf(name)
}
