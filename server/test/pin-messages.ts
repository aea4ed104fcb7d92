// A shop that sends PINs, and the messages that reach its customers.
import type { InputOf } from '../../contract/kit/call.ts'
import { EURO } from '../../contract/kit/money.ts'
import type { pinsSend } from '../../contract/till/sendings.ts'
import { newId } from '../kit/ids.ts'
import { type Mail, SendFailure, type TextMessage } from '../kit/post.ts'
import { messageJobs } from '../modules/messages/messages/messages.ts'
import { giveWallet, goods, rowsOf } from './arrange.ts'
import { fileWorld, type Person } from './world.ts'

export type PinsSendInput = Partial<InputOf<typeof pinsSend>>
export const words = { consent: 1, consent_language: 'fr' } as const
export const somebody = () => `${newId()}@example.test`

export async function sendingShop() {
  const arrived: (Mail | TextMessage)[] = []
  /** Recipients that refuse every message. */
  const refusing = new Set<string>()
  const take = async (message: Mail | TextMessage) => {
    if (refusing.has(message.recipient)) throw new SendFailure('recipient_refused', 'final')
    arrived.push(message)
  }
  const w = await fileWorld({ post: { linkOrigin: 'https://{host}', email: { send: take, close: () => undefined }, sms: { send: take } } })
  const shop = await w.signIn('kiosque')
  await giveWallet(w, shop.customer_id, 100_000 * EURO)

  const key = async (person: Person = shop) => (await person.calls.transactionKey({})).transaction_key
  async function sold(pins = 1, person: Person = shop) {
    const corner = await goods(w, { pins, euro: 1 })
    const sale = await person.calls.sell({ transaction_key: await key(person), configuration_id: corner.configuration_id, quantity: pins })
    return { ...corner, ...sale, pins: sale.pins.map(({ pin }) => pin) }
  }
  const send = async (sale_ids: string[], asked: PinsSendInput, person: Person = shop) =>
    person.calls.pinsSend({ transaction_key: await key(person), sale_ids, ...words, ...asked })
  const copiesOf = async (sale_id: string) =>
    (await rowsOf<{ copies: number }>(w, 'select copies::int from sales where tenant_id = 1 and id = $1', [sale_id]))[0]?.copies
  return {
    ...{ w, shop, refusing, key, sold, send, copiesOf },
    deliver: async () => void (await messageJobs(w.services).send_messages?.work({ tenant_id: 1 })),
    arrivedAt: (recipient: string) => arrived.filter((message) => message.recipient === recipient),
  }
}
