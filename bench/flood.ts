// One user's flood, in a process of its own, so that the cost of sending does not disturb the measurement. Begins when told a kind, ends when told to stop,
// and answers how often each status came. It waits when a refusal says so: the limits must hold without that, but the processor is shared.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { calls } from '../contract/index.ts'
import { FLOOD_HOST, FLOOD_TOKEN, type Flood, type Order } from './fair-world.ts'
import { idOf } from './world.ts'

const LISTS_AT_ONCE = 200
const UPLOADS_AT_ONCE = 1_000
const STRANGERS_AT_ONCE = 50
const LONG_AT_ONCE = 20
const AGAIN_MS = 1_000
/** Another address than the sellers'. */
const ADDRESS = '10.9.8.7'

const agent = new Agent({ keepAlive: true })
const statuses: Record<string, number> = {}
let isOver = false
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const count = (status: number | string) => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

function ask(port: number, path: string, fields: Record<string, string>, host = FLOOD_HOST): Promise<void> {
  return new Promise((resolve) => {
    const headers = { host, 'x-forwarded-for': ADDRESS, authorization: `Bearer ${FLOOD_TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' }
    const asked = request({ host: '127.0.0.1', port, agent, method: 'POST', path: `/api${path}`, headers }, (answer) => {
      count(answer.statusCode ?? 0)
      const refused = answer.statusCode === 429 || answer.statusCode === 503
      answer.resume().on('end', () => void pause(refused ? AGAIN_MS : 0).then(() => resolve()))
    })
    asked.on('error', () => {
      count('broken')
      void pause(AGAIN_MS).then(() => resolve())
    })
    asked.end(new URLSearchParams(fields).toString())
  })
}

/** Announces nine megabytes and sends nothing. */
function idle(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const head = [`POST /api${calls.stockUpload.path} HTTP/1.1`, `host: ${FLOOD_HOST}`, `authorization: Bearer ${FLOOD_TOKEN}`, `x-forwarded-for: ${ADDRESS}`]
    socket.write([...head, 'content-type: multipart/form-data; boundary=b', 'content-length: 9000000', '', ''].join('\r\n'))
    socket.on('data', (bytes) => {
      count(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1] ?? 'more')
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => void pause(AGAIN_MS).then(() => resolve()))
    agent.once('flood over', () => socket.destroy())
  })
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
  process.send?.(statuses, () => process.exit(0))
}

agent.setMaxListeners(0)
process.on('message', (order: Order) => {
  if (order !== 'stop') return void run(order)
  isOver = true
  agent.emit('flood over')
})
process.on('disconnect', () => process.exit(0))
