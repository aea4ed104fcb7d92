// The adapter of PJ Telesoft, for PINs of cash cards, in the two generations of its interface. Public details are followed to the letter; each path
// and detail that is not public is written in one place (first.ts, second.ts), to be corrected from the supplier's own documents.

import { map, oneOnly } from '../answer-rules.ts'
import { done, refused } from '../answers.ts'
import { listedPrice, type OneStep, oneStep, type To } from '../one-step.ts'
import { createWire } from '../wire.ts'
import type { Shown } from '../wire-mask.ts'
import { firstGeneration } from './first.ts'
import { secondGeneration } from './second.ts'

export type PjTelesoftOptions = To & { generation: 1 | 2; username: string; password: string }

const SHOWN: Shown = {
  plain: new Set([
    ...['body', 'error', 'errorcode', 'errorstring', 'data', 'cardslist', 'pinslist', 'cardinfo', 'cardid', 'cardname', 'rate', 'purchaseprice', 'available'],
    ...['transactionid', 'clienttransactionid', 'quantity', 'custbalance', 'expirydate', 'transactions', 'date', 'message', 'error_code'],
    ...['products', 'product_id', 'product_name', 'product_denominations', 'product_type', 'denomination_id', 'value', 'purchase_price', 'transaction_id'],
    ...['client_transaction_id', 'balance', 'pins', 'expiry_date'],
  ]),
  endings: new Set(),
}

export function createPjTelesoft({ generation, username, password, now = () => new Date(), ...to }: PjTelesoftOptions): OneStep {
  const wire = createWire({ ...to, supplier: 'PJ Telesoft', shown: SHOWN })
  const till = (generation === 1 ? firstGeneration : secondGeneration)(wire, { username, password }, now)
  return {
    ...oneStep,
    ...{ name: 'PJ Telesoft', close: wire.close, list: till.list, status: till.status, statement: till.statement },
    quote: (order) => listedPrice(till.list, order, now),
    expects: ({ product_id }) => ({ product: product_id }),
    create: async (reference, order) => oneOnly(order) ?? (await till.buy(reference, order.product_id)),
    cancel: async () => refused('over', 'NOT_TAKEN_BACK'),
    balance: async () => map(await till.balance(), (available) => done({ available, held: 0, as_of: now() })),
  }
}
