// Places for simultaneous requests, over real connections: a place is freed when its client leaves or stalls, and a client that sends slowly or sends much
// delays nobody else.
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { until } from '../test/wait-for.ts'
import { HOST, type Person, world } from '../test/world.ts'

const SLOW_MS = 1_200
const UPLOADS = 3
const OTHERS = 48

describe('the places that requests take, over real connections', () => {
  type Open = { socket: Socket; answer: Promise<string>; isOpen: () => boolean }
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  /** Starts a server that cuts off senders which stall for `slow_ms`. */
  async function door(slow_ms: number) {
    const w = await world({ door: { slow_ms } })
    const nord = await w.signIn('nord')
    await w.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = w.server.server.address() as AddressInfo

    /** Sends the text and keeps the connection open; `answer` resolves with the answer or when the connection ends. */
    function send(path: string, who: Person | null, length: number | 'chunked', body = '', localAddress = '127.0.0.1'): Open {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      sockets.push(socket)
      const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
      const session = who ? [`Authorization: Bearer ${who.token}`, `Cookie: ${who.headers.cookie}`] : []
      const head = [`POST /api${path} HTTP/1.1`, `Host: ${HOST}`, ...session, framing]
      socket.write(`${[...head, 'Content-Type: multipart/form-data; boundary=b'].join('\r\n')}\r\n\r\n${body}`)
      const answer = new Promise<string>((resolve) => {
        let got = ''
        socket.on('data', (bytes) => {
          got += bytes.toString()
          if (got.includes('\r\n\r\n')) resolve(got)
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(got))
      })
      let isOpen = true
      void answer.then(() => {
        isOpen = false
      })
      return { socket, answer, isOpen: () => isOpen }
    }
    return {
      w,
      nord,
      send,
      idle: () => send('/upload_file/', nord, 9_000_000),
      list: () => nord.calls.stockUploadsOpen({}),
      /** Whether a form with a file is let in. Status 400 shows this: the form is then refused only because its fields are missing. */
      isLetIn: async () => (await send('/upload_file/', nord, 7, '--b--\r\n').answer).startsWith('HTTP/1.1 400'),
    }
  }
  let patient: Awaited<ReturnType<typeof door>>
  let hasty: typeof patient
  beforeAll(async () => {
    ;[patient, hasty] = [await door(600_000), await door(SLOW_MS)]
  })
  afterAll(() => Promise.all([patient.w.end(), hasty.w.end()]))

  /** Opens as many idle uploads as one person may have; one more is refused, which shows that the others were let in. */
  async function filled(): Promise<Open[]> {
    const all = Array.from({ length: UPLOADS + 1 }, patient.idle)
    const refused = await Promise.race(all.map(async (one) => ({ one, text: await one.answer })))
    expect(refused.text).toMatch(/^HTTP\/1\.1 429/)
    return all.filter((one) => one !== refused.one)
  }

  test('a clerk’s idle uploads take only the clerk’s own upload places: the clerk’s lists and other users’ sign-ins go on', async () => {
    const held = await filled()
    for (const text of await Promise.all(Array.from({ length: 20 }, () => patient.idle().answer))) expect(text).toMatch(/^HTTP\/1\.1 429[\s\S]*retry-after: 1/i)
    expect(await patient.list()).toBeDefined()
    expect((await patient.w.signIn('rhein', { host: 'rhein.localhost' })).token).toBeDefined()
    expect(held.map(({ isOpen }) => isOpen())).toEqual(held.map(() => true))
  })

  test('uploads that stall are ended by the server, and their places become free', async () => {
    const held = Array.from({ length: UPLOADS }, hasty.idle)
    expect(await Promise.all(held.map(({ answer }) => answer))).toEqual(held.map(() => ''))
    await expect.poll(hasty.isLetIn).toBe(true)
  })

  test('a place becomes free when its client disconnects', async () => {
    await expect.poll(patient.isLetIn).toBe(true)
    const held = await filled()
    expect(await patient.isLetIn()).toBe(false)
    for (const { socket } of held) socket.destroy()
    await expect.poll(patient.isLetIn).toBe(true)
  })

  const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const form = (fields: Record<string, string>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--b--\r\n`

  test('anonymous senders that send slowly, in chunks and from many IP addresses, delay neither a sale sent in chunks nor a large form', async () => {
    const { nord, send } = patient
    const held = Array.from({ length: 40 }, (_, n) => send('/login/', null, 'chunked', chunked('--b\r\n'), `127.0.1.${1 + (n % 8)}`))
    const price = form({ page: '0', search_text: 'x'.repeat(40_000) })
    const sale = send('/add_transaction_v3/', nord, 'chunked', `${chunked(form({ quantity: '1' }))}0\r\n\r\n`)
    const list = send('/view_customers_list_with_less_data/', nord, Buffer.byteLength(price), price)
    expect(await sale.answer).toMatch(/^HTTP\/1\.1 4(?!13|29)/)
    expect(await list.answer).toMatch(/^HTTP\/1\.1 4(?!13|29)/)
    expect(held.map(({ isOpen }) => isOpen())).toEqual(held.map(() => true))
  })

  test('a large anonymous form is refused, whether its length is announced or counted on arrival; a slow one is ended after one time window', async () => {
    const { send } = patient
    expect(await send('/login/', null, 40_000).answer).toMatch(/^HTTP\/1\.1 413/)
    expect(await send('/login/', null, 'chunked', chunked('-'.repeat(40_000))).answer).toMatch(/^HTTP\/1\.1 413/)
    const slow = hasty.send('/login/', null, 30_000)
    const timer = setInterval(() => slow.socket.write('-'.repeat(100)), 10)
    expect(await slow.answer).toBe('')
    clearInterval(timer)
  })

  test('a form in chunks takes a place for large forms once it turns out to be large, and a user may have two such places', async () => {
    const { nord, send } = patient
    const large = () => send('/view_customers_list_with_less_data/', nord, 'chunked', chunked('-'.repeat(40_000)))
    const all = Array.from({ length: 3 }, large)
    expect(await Promise.race(all.map(({ answer }) => answer))).toMatch(/^HTTP\/1\.1 429/)
    expect(all.filter(({ isOpen }) => isOpen())).toHaveLength(2)
  })

  test('a sender of single bytes loses its place, and a slow connection keeps its place', async () => {
    const [drip, line] = [hasty.idle(), hasty.idle()]
    const timers = [
      setInterval(() => drip.socket.write('-'), 50),
      // The form stays incomplete, so the server goes on reading. This connection sends so many bytes that it is never too slow, even on a machine where all
      // connections stall.
      setInterval(() => line.socket.write('-'.repeat(20_000)), 50),
    ]
    expect(await drip.answer).toBe('')
    // The server checks connections in the order in which they were opened. When it has cut off this later connection, it has already checked the slow one.
    expect(await hasty.idle().answer).toBe('')
    expect([drip.isOpen(), line.isOpen()]).toEqual([false, true])
    for (const timer of timers) clearInterval(timer)
  })

  test('the place of a request whose client has disconnected stays taken until the work is done', async () => {
    const { w, nord, send, list } = patient
    let finish: () => void = () => undefined
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    const read = vi.spyOn(w.db, 'read').mockImplementation(async () => {
      await done
      return [] as never
    })
    const asked = Array.from({ length: OTHERS }, () => send('/uploads_open/', nord, 7, '--b--\r\n'))
    await expect.poll(() => read.mock.calls.length).toBe(OTHERS)
    for (const { socket } of asked) socket.destroy()
    const left = () => new Promise<number>((resolve, reject) => w.server.server.getConnections((error, n) => (error ? reject(error) : resolve(n))))
    await until('all to have hung up', async () => (await left()) === 0)
    await expect(list()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
    finish()
    read.mockRestore()
    await expect.poll(() => list().catch(() => undefined)).toBeDefined()
  })
})
