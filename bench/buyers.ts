// Several impatient buyers in one process. Each buyer writes a transaction key to its journal before sending it, and the answer when it arrives. A key
// without an answer is sent again at most twice and then left open. The buyers stop after the message `stop`.

import { issueKey } from '../server/http/transaction-key.ts'
import { createKeys } from '../server/kit/keys.ts'
import { buyerAt } from './buyer.ts'
import { openJournal, type SaleRequest } from './journal.ts'
import { idOf, TENANT } from './world.ts'

export type Start = { ports: readonly number[]; masterKey: string; journal: string; buyers: number; wallets: number; configurations: number }

const TRIES = 3
const QUANTITY = 3
/** The longest pause before a buyer repeats a request, so that a killed server has processor time for its start. */
const PAUSE_MS = 400

const pick = (n: number) => 1 + Math.floor(Math.random() * n)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

let stopping = false

async function run({ ports, masterKey, journal, buyers, wallets, configurations }: Start): Promise<void> {
  const keys = createKeys(Buffer.from(masterKey, 'base64'))
  const book = openJournal(journal)
  const { buy } = buyerAt(ports)

  async function buyer(): Promise<void> {
    while (!stopping) {
      const shop = pick(wallets)
      const asked: SaleRequest = {
        key: issueKey(keys, { home_tenant_id: TENANT, user_id: idOf.user(shop) }),
        shop,
        configuration: pick(configurations),
        quantity: pick(QUANTITY),
      }
      book.write({ asked })
      for (let tries = pick(TRIES); tries > 0 && !stopping; tries--) {
        const outcome = await buy(asked)
        if (outcome !== 'unknown') {
          book.write({ key: asked.key, ...outcome })
          break
        }
        await pause(PAUSE_MS * Math.random())
      }
    }
  }

  await Promise.all(Array.from({ length: buyers }, buyer))
  book.close()
}

process.on('message', (message: Start | 'stop') => {
  if (message === 'stop') stopping = true
  else
    run(message).then(
      () => process.send?.('done'),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
})
process.on('disconnect', () => process.exit(0))
