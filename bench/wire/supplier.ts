// A supplier that follows DT One's published DVS v1. It was written from the published text and not from our adapter. It misbehaves by the table of faults. The
// number of the fault is part of the address: /a/<fault>/v1. The supplier keeps its own books of what truly reached a phone. As a process it reports its port
// and takes commands by message.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { createCallbacks } from './callbacks.ts'
import { FAULTS, type Fault } from './faults.ts'
import { catalogue, PRODUCTS, paged, type SupplierRequest } from './goods.ts'
import { answer, BENDS, failing, ON_THE_LINE, type SupplierAnswer } from './mischief.ts'
import { createBooks, type Taken, type Truth, told } from './orders.ts'
import type { Moment } from './words.ts'

export const KEY = { api_key: 'wire-key', api_secret: 'wire-secret' }
const SIGNED = `Basic ${Buffer.from(`${KEY.api_key}:${KEY.api_secret}`).toString('base64')}`
const DAY_MS = 86_400_000

/** `asked`: orders received, whether stored or not. `played`: how often each play of each fault was carried out. `called`: callbacks sent, by fault. */
export type Seen = { truths: Truth[]; asked: { account: number; external_id: string }[]; orders: OrderReport[]; played: number[][]; called: number[] }
type OrderReport = { account: number; external_id: string; is: string; id: string }

export async function openSupplier(faults: readonly Fault[] = FAULTS) {
  let ahead_ms = 0
  const now = () => Date.now() + ahead_ms
  const callbacks = createCallbacks(faults, now)
  const books = createBooks(now, callbacks.changed)
  const asked: Seen['asked'] = []
  const struckNever = new Map<string, Map<number, number>>()
  const played = faults.map(({ plays = [] }) => plays.map(() => 0))

  /**
   * Returns the first step (play) of the account's fault that applies to this request, and marks it as used. Requests are counted per order; if no order was
   * stored, per external id.
   */
  function playFor(account: number, on: Moment, external_id: string, order: Taken | undefined) {
    const plays = faults[account]?.plays ?? []
    const name = `${account}|${external_id}`
    const struck = order?.struck ?? struckNever.get(name) ?? new Map<number, number>()
    if (!order) struckNever.set(name, struck)
    for (const [n, play] of plays.entries()) {
      const { times = 1, skip = 0, until_ms = Number.POSITIVE_INFINITY } = play
      const before = struck.get(n) ?? 0
      if (play.on !== on || before >= times + skip || (order && now() > order.created + until_ms)) continue
      struck.set(n, before + 1)
      if (before < skip) continue
      const row = played[account]
      if (row) row[n] = (row[n] ?? 0) + 1
      return play
    }
    return undefined
  }

  const mine = (account: number) => books.orders.filter((order) => order.account === account)
  const byExternal = (account: number, external_id: string) => mine(account).find((order) => order.external_id === external_id)
  const NOT_FOUND = failing(404, 1008004, 'Transaction not found')

  function create({ account, body }: SupplierRequest): SupplierAnswer {
    const { external_id = '', product_id = 0, callback_url = null } = body
    const number = body.credit_party_identifier?.mobile_number ?? ''
    if (!external_id || external_id.length > 40) return failing(400, 1000400, 'external_id')
    if (!PRODUCTS.some(({ id }) => id === product_id)) return failing(404, 1003001, 'Product is not available')
    if (!/^\+[1-9][0-9]{6,14}$/.test(number)) return failing(400, 1005003, 'Credit party is invalid')
    if (byExternal(account, external_id)) return failing(400, 1007001, 'external_id already used')
    const order = books.take(account, { external_id, product_id, number, callback_url }, faults[account]?.fate ?? {})
    books.tick()
    return { status: 201, body: told(order) }
  }

  function confirm(order: Taken): SupplierAnswer {
    if (order.is === 'CANCELLED' || order.is === 'REJECTED') return failing(400, 1007004, 'Transaction can no longer be confirmed')
    if (order.is !== 'CREATED') return failing(400, 1007002, 'Transaction already confirmed')
    books.confirm(order)
    return { status: 202, body: told(order) }
  }

  function cancel(order: Taken): SupplierAnswer {
    if (order.is === 'CANCELLED') return failing(400, 1007005, 'Transaction already cancelled')
    if (order.is !== 'CREATED') return failing(400, 1007007, 'Transaction can no longer be cancelled')
    books.cancel(order)
    return { status: 202, body: told(order) }
  }

  /** Returns the orders of a period of at most a day, by default the last day. */
  function search({ account, query }: SupplierRequest): SupplierAnswer {
    const named = ['from_date', 'to_date'].map((name) => query.get(name))
    const [from_named, to_named] = named.map((text) => (text === null ? undefined : Date.parse(text)))
    const to = to_named ?? (from_named === undefined ? now() : from_named + DAY_MS)
    const from = from_named ?? to - DAY_MS
    if (Number.isNaN(from) || Number.isNaN(to) || to < from || to - from > DAY_MS) return failing(400, 1000400, 'from_date, to_date')
    const external_id = query.get('external_id')
    const found = mine(account).filter((order) => order.created >= from && order.created <= to && (external_id === null || order.external_id === external_id))
    return paged(found.map(told), query)
  }

  function did(request: SupplierRequest, order: Taken | undefined, on: Moment | undefined): SupplierAnswer {
    if (on === 'create') return create(request)
    if (on === 'search') return search(request)
    if (on && !order) return NOT_FOUND
    if (order && on === 'confirm') return confirm(order)
    if (order && on === 'cancel') return cancel(order)
    if (order && on === 'look') return { status: 200, body: told(order) }
    return catalogue(request)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readAsked(request)
    if (!read || !faults[read.account]) return answer({ response }, failing(404, 1000404, 'Not found'))
    if (request.headers.authorization !== SIGNED) return answer({ response }, failing(401, 1000401, 'Unauthorized'))
    books.tick()
    const { account, body, query } = read
    const on = momentOf(read)
    const external_id = on === 'create' ? body.external_id : on === 'search' ? query.get('external_id') : undefined
    if (on === 'create') asked.push({ account, external_id: String(external_id) })
    const named = /^\/(?:(?:a?sync)\/)?transactions\/([^/]+)/.exec(read.path)?.[1]
    const before = named ? mine(account).find(({ id }) => id === named) : byExternal(account, String(external_id ?? ''))
    // A list of a day belongs to no order, so no fault of an order applies to it.
    const play = on && !(on === 'search' && !external_id) ? playFor(account, on, String(external_id ?? named), before) : undefined
    const said = play?.undone ? { status: 200, body: before ? told(before) : '{}' } : did(read, before, on)
    const order = before ?? byExternal(account, String(external_id ?? ''))
    if (on === 'create' && order) await callbacks.early(order)
    if (!play) return answer({ response }, said)
    const [itself, other] = [order ? told(order) : '{}', someOther(order)]
    const bend = play.does in BENDS ? BENDS[play.does as keyof typeof BENDS] : undefined
    if (!bend) return ON_THE_LINE[play.does as keyof typeof ON_THE_LINE]({ request, response, said, mine: itself, other })
    // If the answer is a list, the fault spoils the row of the order.
    answer({ response }, { ...said, body: on === 'search' && order ? `[${bend(itself, other)}]` : bend(said.body, other) })
  }

  /** Finds a delivered order of another till, which is then reported in place of this order. */
  function someOther(order: Taken | undefined): string {
    const found = books.orders.find((each) => each.external_id !== order?.external_id && each.is === 'COMPLETED')
    return found ? told(found) : told({ ...STRANGER, created: now() })
  }

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      process.stderr.write(`the supplier: ${error instanceof Error ? error.stack : String(error)}\n`)
      response.destroy()
    })
  })
  server.on('connection', (socket) => socket.on('error', () => undefined))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const tick = () => {
    books.tick()
    callbacks.tick()
  }
  const timer = setInterval(tick, 100)

  return {
    port,
    base: (account: number) => `http://127.0.0.1:${port}/a/${account}/v1`,
    advance(ms: number): void {
      ahead_ms += ms
      tick()
    },
    seen: (): Seen => ({
      ...{ truths: books.truths, asked, played, called: callbacks.called },
      orders: books.orders.map(({ account, external_id, is, id }) => ({ account, external_id, is, id })),
    }),
    /** Waits until no callback is on its way. */
    idle: callbacks.idle,
    /** Delivers this order a second time, against every rule. */
    again(external_id: string): void {
      const truth = books.truths.find((each) => each.external_id === external_id)
      if (truth) books.again(truth)
    },
    async close(): Promise<void> {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await callbacks.idle()
    },
  }
}

const STRANGER: Taken = {
  ...{ account: 0, external_id: 'EX-of-somebody-else', product_id: 4711, number: '+6590000000', callback_url: null, id: '2237000001', is: 'COMPLETED' },
  ...{ word: 'COMPLETED', created: 0, confirmed: 0, coming: [], fate: {}, struck: new Map() },
}

function momentOf({ method, path }: SupplierRequest): Moment | undefined {
  if (method === 'POST' && /^\/a?sync\/transactions$/.test(path)) return 'create'
  if (method === 'POST' && /^\/a?sync\/transactions\/[^/]+\/confirm$/.test(path)) return 'confirm'
  if (method === 'POST' && /^\/transactions\/[^/]+\/cancel$/.test(path)) return 'cancel'
  if (method === 'GET' && /^\/transactions\/[^/]+$/.test(path)) return 'look'
  return method === 'GET' && path === '/transactions' ? 'search' : undefined
}

async function readAsked(request: IncomingMessage): Promise<SupplierRequest | undefined> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
  const [, account = '', path = ''] = /^\/a\/(\d+)\/v1(\/.*)$/.exec(pathname) ?? []
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as SupplierRequest['body']
    return path ? { account: Number(account), method: request.method ?? '', path, query: searchParams, body } : undefined
  } catch {
    return undefined
  }
}

/** The messages that this file accepts when it runs as a process of its own. */
export type Order = { advance: number } | { again: string } | 'seen' | 'idle'
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const supplier = await openSupplier()
  process.on('message', (order: Order) => {
    if (order === 'seen') process.send?.(supplier.seen())
    else if (order === 'idle') void supplier.idle().then(() => process.send?.('idle'))
    else if ('advance' in order) process.send?.(supplier.advance(order.advance) ?? 'done')
    else process.send?.(supplier.again(order.again) ?? 'done')
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(supplier.port)
}
