// Many tills at once, in a process of their own: the load of the purchase benchmark. Each till has one connection and one purchase in progress.
import { issueKey } from '../server/http/transaction-key.ts'
import { createKeys } from '../server/kit/keys.ts'
import { type Figures, figuresOf } from './latency.ts'
import { asSystem, asUser, connect, headOf, posted, saidIn } from './line.ts'
import { idOf, pinOf, TENANT } from './world.ts'

/**
 * The kinds of load. many: any shop buys anything. wallet: one shop buys. denomination: one configuration, the last, is bought. fetched: like many, but
 * each till first fetches its transaction keys from the server. system: like many, but shops' own systems buy with API keys.
 */
export type Kind = 'many' | 'wallet' | 'denomination' | 'fetched' | 'system'
export type Order = {
  port: number
  /** The servers among which the tills are divided, instead of the one at `port`. */
  ports?: readonly number[]
  masterKey: string
  kind: Kind
  tills: number
  warm_ms: number
  seconds: number
  /** Ends the load after this many purchases; `seconds` then has no meaning. */
  purchases?: number
  wallets: number
  configurations: number
}
export type Result = { figures: Figures; refused: Record<string, number> }

/** Only every 64th answer is read completely, to check that its PIN is the one that was paid for. */
const READ_EVERY = 64

const pick = (n: number) => 1 + Math.floor(Math.random() * n)
function purchase(caller: string, configuration: number, key: string): string {
  return posted('/add_transaction_v3/', caller, { transaction_key: key, configuration_id: idOf.configuration(configuration), quantity: '1' })
}

type Body = { code?: string; transaction_key?: string; pins?: { pin_id: string; pin: string }[] }
const bodyOf = (answer: string) => saidIn(answer) as Body

function readPin(answer: string): void {
  const [pin] = bodyOf(answer).pins ?? []
  const [batch, seq] = (pin?.pin_id ?? '').split('-').map(Number)
  if (!pin || pin.pin !== pinOf(batch ?? 0, seq ?? 0)) throw new Error('a till was given a wrong PIN')
}

async function run(order: Order): Promise<Result> {
  const { port, ports = [port], kind, tills, wallets, configurations } = order
  const keys = createKeys(Buffer.from(order.masterKey, 'base64'))
  const [caller, userOf] = kind === 'system' ? [asSystem, idOf.keyUser] : [asUser, idOf.user]
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  let sold = 0
  let open = order.purchases ?? Number.POSITIVE_INFINITY
  const begin = performance.now() + order.warm_ms
  const end = order.purchases ? Number.POSITIVE_INFINITY : begin + order.seconds * 1000

  async function till(place: number): Promise<void> {
    const { ask, close } = await connect(ports[place % ports.length] ?? port)
    while (performance.now() < end && open-- > 0) {
      const shop = kind === 'wallet' ? 1 : pick(wallets)
      const configuration = kind === 'denomination' ? configurations : pick(configurations - 1)
      const made = kind === 'fetched' ? '' : issueKey(keys, { home_tenant_id: TENANT, user_id: userOf(shop) })
      const start = performance.now()
      const key = made || (bodyOf(await ask(`${headOf('GET', '/get_transaction_session_key/', caller(shop))}\r\n`)).transaction_key ?? '')
      const answer = await ask(purchase(caller(shop), configuration, key))
      const now = performance.now()
      if (!answer.startsWith('HTTP/1.1 200')) {
        const { code = 'unreadable' } = bodyOf(answer)
        refused[code] = (refused[code] ?? 0) + 1
        continue
      }
      if (sold++ % READ_EVERY === 0) readPin(answer)
      if (now >= begin && now < end) latencies.push(now - start)
    }
    close()
  }

  await Promise.all(Array.from({ length: tills }, (_, place) => till(place)))
  const seconds = order.purchases ? (performance.now() - begin) / 1000 : order.seconds
  return { figures: figuresOf(latencies, seconds, sold), refused }
}

process.on('message', (order: Order) => {
  run(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
