// Many tills at once, in a process of their own: the load of the purchase yardstick. Each till has one connection and one purchase in progress.
import { Socket } from 'node:net'
import { issueKey } from '../server/http/transaction-key.ts'
import { createKeys } from '../server/kit/keys.ts'
import { type Figures, figuresOf } from './latency.ts'
import { HOST, idOf, pinOf, TENANT, tokenOf } from './world.ts'

/** many: any shop buys anything. wallet: one shop. denomination: one configuration, the last. fetched: like many, with keys fetched from the server first. */
export type Kind = 'many' | 'wallet' | 'denomination' | 'fetched'
export type Order = { port: number; masterKey: string; kind: Kind; tills: number; warm_ms: number; seconds: number; wallets: number; configurations: number }
export type Result = { figures: Figures; refused: Record<string, number> }

const BOUNDARY = 'till'
/** One answer in this many is read completely: its PIN must match its number. */
const READ_EVERY = 64

const pick = (n: number) => 1 + Math.floor(Math.random() * n)
const field = (name: string, value: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

function headOf(method: string, path: string, shop: number): string {
  return `${method} /api${path} HTTP/1.1\r\nhost: ${HOST}\r\nauthorization: Bearer ${tokenOf(shop)}\r\ncustomer: ${idOf.shop(shop)}\r\nsession: ${idOf.session(shop)}\r\n`
}

function purchase(shop: number, configuration: number, key: string): string {
  const body = `${field('transaction_key', key)}${field('configuration_id', idOf.configuration(configuration))}${field('quantity', '1')}--${BOUNDARY}--\r\n`
  return `${headOf('POST', '/add_transaction_v3/', shop)}content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** A connection that speaks just enough HTTP: the load must take as little of the shared machine as possible. */
async function connect(port: number): Promise<{ ask: (request: string) => Promise<string>; close: () => void }> {
  const socket = new Socket()
  await new Promise<void>((resolve, reject) => socket.once('error', reject).connect(port, '127.0.0.1', resolve))
  socket.setNoDelay(true).setEncoding('utf8')
  let answered: (answer: string) => void = () => undefined
  let failed: (error: Error) => void = () => undefined
  let got = ''
  socket.on('data', (text: string) => {
    got += text
    const end = got.indexOf('\r\n\r\n')
    const length = end < 0 ? undefined : /content-length: (\d+)/i.exec(got)?.[1]
    // The world's texts are plain ASCII, so characters are bytes.
    if (length === undefined || got.length < end + 4 + Number(length)) return
    const answer = got
    got = ''
    answered(answer)
  })
  socket.removeAllListeners('error').on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('the server closed the connection')))
  const ask = (request: string) =>
    new Promise<string>((resolve, reject) => {
      answered = resolve
      failed = reject
      socket.write(request)
    })
  return { ask, close: () => socket.destroy() }
}

const bodyOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { code?: string; transaction_key?: string; pins?: { pin_id: string; pin: string }[] }

function readPin(answer: string): void {
  const [pin] = bodyOf(answer).pins ?? []
  const [batch, seq] = (pin?.pin_id ?? '').split('-').map(Number)
  if (!pin || pin.pin !== pinOf(batch ?? 0, seq ?? 0)) throw new Error('a till was given a wrong PIN')
}

async function run(order: Order): Promise<Result> {
  const { port, kind, tills, wallets, configurations } = order
  const keys = createKeys(Buffer.from(order.masterKey, 'base64'))
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  let sold = 0
  const begin = performance.now() + order.warm_ms
  const end = begin + order.seconds * 1000

  async function till(): Promise<void> {
    const { ask, close } = await connect(port)
    while (performance.now() < end) {
      const shop = kind === 'wallet' ? 1 : pick(wallets)
      const configuration = kind === 'denomination' ? configurations : pick(configurations - 1)
      const made = kind === 'fetched' ? '' : issueKey(keys, { home_tenant_id: TENANT, user_id: idOf.user(shop) })
      const start = performance.now()
      const key = made || (bodyOf(await ask(`${headOf('GET', '/get_transaction_session_key/', shop)}\r\n`)).transaction_key ?? '')
      const answer = await ask(purchase(shop, configuration, key))
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

  await Promise.all(Array.from({ length: tills }, till))
  return { figures: figuresOf(latencies, order.seconds, sold), refused }
}

process.on('message', (order: Order) => {
  run(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
