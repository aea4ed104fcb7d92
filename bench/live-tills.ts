// Many tills that sell top-ups, or PINs, in a process of their own: the load of the live benchmark. Each shop has one till and one connection.
import { issueKey } from '../server/http/transaction-key.ts'
import { createKeys } from '../server/kit/keys.ts'
import { asUser, connect, posted, saidIn } from './line.ts'
import { idOf, TENANT } from './world.ts'

/**
 * `configuration_id`: the top-up that the tills sell; null: they sell PINs. `pause_ms`: between two customers, on average. `shops`: the first and the last
 * shop that sells.
 */
export type Order = {
  port: number
  masterKey: string
  configuration_id: string | null
  shops: readonly [number, number]
  configurations: number
  pause_ms: number
  warm_ms: number
  seconds: number
}
/** `ms`: the duration of each sale that ended after the warm-up. `codes`: the number of sales by outcome. */
export type Result = { ms: number[]; codes: Record<string, number> }

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const pick = (n: number) => 1 + Math.floor(Math.random() * n)
/** A random telephone number; its ending has no special meaning for the simulator. */
const numberNow = () => `+59399${String(1_000_000 + Math.floor(Math.random() * 899_999)).slice(0, 4)}${500 + Math.floor(Math.random() * 399)}`

function requestOf({ configuration_id, configurations }: Order, shop: number, transaction_key: string): string {
  if (configuration_id === null)
    return posted('/add_transaction_v3/', asUser(shop), { transaction_key, configuration_id: idOf.configuration(pick(configurations)), quantity: '1' })
  const mobile_number = numberNow()
  return posted('/dt_one/', asUser(shop), {
    configuration: '6',
    transaction_key,
    configuration_id,
    mobile_number,
    mobile_number_again: mobile_number,
    once_more: '1',
  })
}

const codeOf = (answer: string): string => {
  const { code, top_up } = saidIn(answer) as { code?: string; top_up?: { state: string } | null }
  return top_up?.state ?? code ?? 'sold'
}

async function run(order: Order): Promise<Result> {
  const { port, shops, pause_ms, warm_ms, seconds } = order
  const keys = createKeys(Buffer.from(order.masterKey, 'base64'))
  const result: Result = { ms: [], codes: {} }
  const begin = performance.now() + warm_ms
  const end = begin + seconds * 1000
  async function till(shop: number): Promise<void> {
    const { ask, close } = await connect(port)
    await pause(pause_ms * Math.random())
    while (performance.now() < end) {
      const key = issueKey(keys, { home_tenant_id: TENANT, user_id: idOf.user(shop) })
      const start = performance.now()
      const code = codeOf(await ask(requestOf(order, shop, key)))
      const now = performance.now()
      if (now >= begin && now < end) {
        result.ms.push(now - start)
        result.codes[code] = (result.codes[code] ?? 0) + 1
      }
      await pause(2 * pause_ms * Math.random())
    }
    close()
  }
  await Promise.all(Array.from({ length: shops[1] - shops[0] + 1 }, (_, i) => till(shops[0] + i)))
  return result
}

process.on('message', (order: Order) => {
  run(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
