// One user's flood, in a process of its own, so that the cost of sending does not disturb the measurement. The process begins when it receives a kind of flood
// and ends when told to stop. It reports the number of answers by status and its own processor time. It waits as long as a refusal asks it to. The limits
// must hold even against a sender that does not wait, but such a flood would take too much of the processor that flood and server share.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { calls } from '../contract/index.ts'
import { worstFiles } from '../server/sweeps/worst-bodies.ts'
import { FLOOD_HOST, FLOOD_TOKEN, type Flood, type Order } from './fair-world.ts'
import { idOf } from './world.ts'

const LISTS_AT_ONCE = 200
const UPLOADS_AT_ONCE = 1_000
const STRANGERS_AT_ONCE = 50
const LONG_AT_ONCE = 20
const FILES_AT_ONCE = 30
const SLOW_AT_ONCE = 300
const CHUNKED_AT_ONCE = 60
/** Slow senders use addresses in this many networks (10.8.0.* to 10.8.99.*). They send one byte every DRIP_MS milliseconds. */
const ADDRESSES = 100
const DRIP_MS = 500
const AGAIN_MS = 1_000
/** The client address from which the flood is sent; it differs from the addresses of the selling tills. */
const ADDRESS = '10.9.8.7'

const agent = new Agent({ keepAlive: true })
const statuses: Record<string, number> = {}
let isOver = false
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const count = (status: number | string) => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

type FloodRequest = { path: string; type: string; host?: string }

/** Sends a request with a body: several parts in chunks, without a length, or a single part with its length. */
function post(port: number, { path, type, host = FLOOD_HOST }: FloodRequest, ...parts: readonly (Buffer | string)[]): Promise<void> {
  return new Promise((resolve) => {
    const headers = { host, 'x-forwarded-for': ADDRESS, authorization: `Bearer ${FLOOD_TOKEN}`, 'content-type': type }
    const asked = request({ host: '127.0.0.1', port, agent, method: 'POST', path: `/api${path}`, headers }, (answer) => {
      count(answer.statusCode ?? 0)
      const refused = answer.statusCode === 429 || answer.statusCode === 503
      answer.resume().on('end', () => void pause(refused ? AGAIN_MS : 0).then(() => resolve()))
    })
    asked.on('error', () => {
      count('broken')
      void pause(AGAIN_MS).then(() => resolve())
    })
    for (const part of parts.slice(0, -1)) asked.write(part)
    asked.end(parts.at(-1))
  })
}

const FORM = 'application/x-www-form-urlencoded'
const ask = (port: number, path: string, fields: Record<string, string>, host?: string) =>
  post(port, { path, type: FORM, ...(host ? { host } : {}) }, new URLSearchParams(fields).toString())

/**
 * Opens a connection and sends the head of a request, then, if `little` is given, its body little by little; resolves when the request is answered or the
 * connection is cut.
 */
function held(port: number, head: readonly string[], little?: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write([...head, '', ''].join('\r\n'))
    const timer = little === undefined ? undefined : setInterval(() => socket.write(little), DRIP_MS)
    socket.on('data', (bytes) => {
      count(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1] ?? 'more')
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      void pause(AGAIN_MS).then(() => resolve())
    })
    agent.once('flood over', () => socket.destroy())
  })
}

/** Sends a request that announces nine megabytes and sends nothing. */
const idle = (port: number) =>
  held(port, [
    ...[`POST /api${calls.stockUpload.path} HTTP/1.1`, `host: ${FLOOD_HOST}`, `authorization: Bearer ${FLOOD_TOKEN}`, `x-forwarded-for: ${ADDRESS}`],
    ...['content-type: multipart/form-data; boundary=b', 'content-length: 9000000'],
  ])

/** Sends an anonymous form in chunks of one byte, until the server stops reading. */
function drip(port: number): Promise<void> {
  const from = `10.8.${n % ADDRESSES}.${1 + (n++ % 250)}`
  const head = [`POST /api${calls.login.path} HTTP/1.1`, 'host: localhost', `x-forwarded-for: ${from}`, 'transfer-encoding: chunked', `content-type: ${FORM}`]
  return held(port, head, '1\r\n-\r\n')
}

/** Uploads of files that take long to open: pictures uploaded as a logo, which the server opens, and attachments for a claim that does not exist. */
const files = worstFiles()
const FILES = [
  ...(files.logo ?? []).map(([, bytes]) => ({ path: calls.invoiceLogo.path, field: 'logo', bytes })),
  ...(files.attachment ?? []).map(([, bytes]) => ({ path: calls.reclaimFileAdd.path, field: 'attachment', bytes })),
]

function file(port: number, { path, field, bytes }: (typeof FILES)[number]): Promise<void> {
  const claim = '--b\r\ncontent-disposition: form-data; name="reclaim_id"\r\n\r\n00000000-0000-7000-8000-000000000000\r\n'
  const head = `${field === 'logo' ? '' : claim}--b\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\n\r\n`
  return post(port, { path, type: 'multipart/form-data; boundary=b' }, head, bytes, '\r\n--b--\r\n')
}

const LISTS: [string, Record<string, string>][] = [
  [calls.customersList.path, { search_text: 'shop 4', sort: '-balance' }],
  [calls.walletHistory.path, { search_text: 'shop 4' }],
  [calls.stockList.path, {}],
]
let n = 0
const works: Record<Flood, { atOnce: number; once: (port: number) => Promise<void> }> = {
  lists: { atOnce: LISTS_AT_ONCE, once: (port) => ask(port, ...(LISTS[n++ % LISTS.length] as (typeof LISTS)[number])) },
  uploads: { atOnce: UPLOADS_AT_ONCE, once: idle },
  hosts: { atOnce: STRANGERS_AT_ONCE, once: (port) => ask(port, calls.organisationCheck.path, {}, `h${n++}-${idOf.user(n)}.example`) },
  files: { atOnce: FILES_AT_ONCE, once: (port) => file(port, FILES[n++ % FILES.length] as (typeof FILES)[number]) },
  slow: { atOnce: SLOW_AT_ONCE, once: drip },
  chunked: {
    atOnce: CHUNKED_AT_ONCE,
    once: (port) => post(port, { path: calls.customersList.path, type: FORM }, `search_text=${'.'.repeat(60)}&filters=`, '.'.repeat(200_000)),
  },
  long: { atOnce: LONG_AT_ONCE, once: (port) => ask(port, calls.customersList.path, { search_text: '.'.repeat(250_000), filters: `a@${'.'.repeat(5_000)}@` }) },
}

async function run({ port, flood }: Exclude<Order, 'stop'>): Promise<void> {
  const { atOnce, once } = works[flood]
  const lane = async () => {
    while (!isOver) await once(port)
  }
  const lanes = Array.from({ length: atOnce }, lane)
  process.send?.('begun')
  await Promise.all(lanes)
  const { user, system } = process.cpuUsage()
  process.send?.({ ...statuses, own_cpu_ms: Math.round((user + system) / 1000) }, () => process.exit(0))
}

agent.setMaxListeners(0)
process.on('message', (order: Order) => {
  if (order !== 'stop') return void run(order)
  isOver = true
  agent.emit('flood over')
})
process.on('disconnect', () => process.exit(0))
