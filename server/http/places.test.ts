// Places for running requests: whoever fills their own share is refused while others go on, and a place is freed when its client leaves or stalls.
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/index.ts'
import { until } from '../test/until.ts'
import { HOST, type Person, world } from '../test/world.ts'
import { isTooSlow, PACES } from './pace.ts'
import { createPlaces, laneOf, type Whose } from './places.ts'

const SLOW_MS = 1_200
const UPLOADS = 3
const OTHERS = 48

describe('shares', () => {
  const person = (user_id: string, tenant_id = 1, organisation_id?: string): Whose => ({ address: '10.0.0.1', tenant_id, user_id, organisation_id })
  /** Takes places until refused; returns how many, and the refusal. */
  function fill(places: ReturnType<typeof createPlaces>, ...[lane, whose]: Parameters<typeof places.take>) {
    for (let n = 0; ; n++)
      try {
        places.take(lane, whose)
      } catch (error) {
        return { n, error }
      }
  }

  test('one person’s are theirs alone: the next of them is 429, everybody else goes on', () => {
    const places = createPlaces()
    expect(fill(places, 'upload', person('a'))).toMatchObject({ n: UPLOADS, error: { status: 429 } })
    expect(() => places.take('upload', person('b'))).not.toThrow()
    expect(() => places.take('money', person('a'))).not.toThrow()
    expect(() => places.take('other', person('a'))).not.toThrow()
  })

  test('one tenant’s are its own, however many people it has: the next is 503, another tenant goes on', () => {
    const places = createPlaces()
    const all = Array.from({ length: 100 }, (_, n) => fill(places, 'other', person(`u${n}`)))
    expect(all[10]).toMatchObject({ n: 1, error: { status: 503 } })
    expect(fill(places, 'other', person('u0'))).toMatchObject({ n: 0 })
    expect(fill(places, 'other', person('b', 2)).n).toBe(OTHERS)
  })

  test('strangers count by address, an IPv6 customer’s many are one', () => {
    const places = createPlaces()
    const at = (address: string): Whose => ({ address })
    expect(fill(places, 'public', at('2001:db8:1:2::1')).error).toMatchObject({ status: 429 })
    expect(fill(places, 'public', at('2001:db8:1:2::ffff')).n).toBe(0)
    expect(fill(places, 'public', at('2001:db8:1:3::1')).n).toBeGreaterThan(0)
  })

  test('four accounts of one customer leave the others of their tenant room, and so do customers without end', () => {
    const places = createPlaces()
    for (const user of ['a', 'b', 'c', 'd']) fill(places, 'upload', person(user, 1, 'shop'))
    expect(places.taken().get('upload customer shop')).toBe(6)
    for (let n = 0; n < 5; n++) for (const user of ['a', 'b', 'c', 'd']) fill(places, 'upload', person(`${user}${n}`, 1, `shop ${n}`))
    expect(fill(places, 'upload', person('nord', 1, 'reseller')).n).toBe(1)
    expect(fill(places, 'upload', person('rhein', 2, 'another')).n).toBe(UPLOADS)
    // However many come, they are no more than half as many again.
    for (let n = 0; n < 50; n++) fill(places, 'upload', person(`e${n}`, 1, `late ${n}`))
    expect(places.taken().get('upload tenant 1')).toBe(18)
  })

  test('two large forms of one person are read at once', () => {
    const places = createPlaces()
    expect(fill(places, 'large', person('a'))).toMatchObject({ n: 2, error: { status: 429 } })
    expect(() => places.take('money', person('a'))).not.toThrow()
  })

  test('a large form’s place is taken for half a second, however soon the form is done with; a small one’s is not', () => {
    vi.useFakeTimers()
    try {
      const places = createPlaces()
      const again = (lane: 'large' | 'other') => {
        const leaves = Array.from({ length: 2 }, () => places.take(lane, person('a')))
        for (const leave of leaves) leave()
        return fill(places, lane, person('a')).n
      }
      expect([again('large'), again('other')]).toEqual([0, OTHERS])
      vi.advanceTimersByTime(500)
      expect(fill(places, 'large', person('a')).n).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a place is given back once, and a refusal takes none', () => {
    const places = createPlaces()
    const leave = places.take('upload', person('a'))
    fill(places, 'upload', person('a'))
    leave()
    leave()
    expect(fill(places, 'upload', person('a')).n).toBe(1)
    const mine = createPlaces()
    mine.take('money', person('a'))()
    expect([...mine.taken()]).toEqual([])
  })

  test('sales have places apart from lists, uploads and what waits for a supplier from both', () => {
    const { sell, saleSettle, reprint, customersList, stockUpload, poolUpload, reclaimFileAdd, login, dtOne, rechargeSend, flixbus } = calls
    const lanes = [sell, saleSettle, reprint, customersList, stockUpload, poolUpload, reclaimFileAdd, login, dtOne, rechargeSend, flixbus].map(laneOf)
    expect(lanes).toEqual(['money', 'money', 'money', 'other', 'upload', 'upload', 'file', 'public', 'live', 'live', 'live'])
  })
})

test.each([
  ['nothing in a whole window', { bytes: 0, waits: false }, true],
  ['a byte a second', { bytes: 10, waits: false }, true],
  ['a slow line', { bytes: 30_000, waits: false }, false],
  ['a sender whose bytes lie here unread', { bytes: 0, waits: true }, false],
])('%s', (_, { bytes, waits }, isSlow) => {
  expect(isTooSlow({ bytes: 0, at: 0, waits: false }, { bytes, at: 10_000, waits }, PACES.form)).toBe(isSlow)
})

describe('over real connections', () => {
  type Open = { socket: Socket; answer: Promise<string>; isOpen: () => boolean }
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  /** A server that cuts off who stalls that long. */
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
      /** True when a form with a file is let in: it is then refused for its missing fields only. */
      isLetIn: async () => (await send('/upload_file/', nord, 7, '--b--\r\n').answer).startsWith('HTTP/1.1 400'),
    }
  }
  let patient: Awaited<ReturnType<typeof door>>
  let hasty: typeof patient
  beforeAll(async () => {
    ;[patient, hasty] = [await door(600_000), await door(SLOW_MS)]
  })
  afterAll(() => Promise.all([patient.w.end(), hasty.w.end()]))

  /** As many idle uploads as one may have: that one more is refused tells that they are in. */
  async function filled(): Promise<Open[]> {
    const all = Array.from({ length: UPLOADS + 1 }, patient.idle)
    const refused = await Promise.race(all.map(async (one) => ({ one, text: await one.answer })))
    expect(refused.text).toMatch(/^HTTP\/1\.1 429/)
    return all.filter((one) => one !== refused.one)
  }

  test('a clerk’s idle uploads stop at the clerk’s own: lists, sales and other people go on', async () => {
    const held = await filled()
    for (const text of await Promise.all(Array.from({ length: 20 }, () => patient.idle().answer))) expect(text).toMatch(/^HTTP\/1\.1 429[\s\S]*retry-after: 1/i)
    expect(await patient.list()).toBeDefined()
    expect((await patient.w.signIn('rhein', { host: 'rhein.localhost' })).token).toBeDefined()
    expect(held.map(({ isOpen }) => isOpen())).toEqual(held.map(() => true))
  })

  test('stalled ones end by themselves', async () => {
    const held = Array.from({ length: UPLOADS }, hasty.idle)
    expect(await Promise.all(held.map(({ answer }) => answer))).toEqual(held.map(() => ''))
    await expect.poll(hasty.isLetIn).toBe(true)
  })

  test('a place comes back when its client is gone', async () => {
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

  test('strangers who send slowly, in chunks, from many addresses, keep neither a sale in chunks waiting nor a large form', async () => {
    const { nord, send } = patient
    const held = Array.from({ length: 40 }, (_, n) => send('/login/', null, 'chunked', chunked('--b\r\n'), `127.0.1.${1 + (n % 8)}`))
    const price = form({ page: '0', search_text: 'x'.repeat(40_000) })
    const sale = send('/add_transaction_v3/', nord, 'chunked', `${chunked(form({ quantity: '1' }))}0\r\n\r\n`)
    const list = send('/view_customers_list_with_less_data/', nord, Buffer.byteLength(price), price)
    expect(await sale.answer).toMatch(/^HTTP\/1\.1 4(?!13|29)/)
    expect(await list.answer).toMatch(/^HTTP\/1\.1 4(?!13|29)/)
    expect(held.map(({ isOpen }) => isOpen())).toEqual(held.map(() => true))
  })

  test('a stranger’s form is never large, whether it says so before or on the way, and is whole within one window', async () => {
    const { send } = patient
    expect(await send('/login/', null, 40_000).answer).toMatch(/^HTTP\/1\.1 413/)
    expect(await send('/login/', null, 'chunked', chunked('-'.repeat(40_000))).answer).toMatch(/^HTTP\/1\.1 413/)
    const slow = hasty.send('/login/', null, 30_000)
    const timer = setInterval(() => slow.socket.write('-'.repeat(100)), 10)
    expect(await slow.answer).toBe('')
    clearInterval(timer)
  })

  test('a form in chunks that turns out large takes a second place then, of which a person has two', async () => {
    const { nord, send } = patient
    const large = () => send('/view_customers_list_with_less_data/', nord, 'chunked', chunked('-'.repeat(40_000)))
    const all = Array.from({ length: 3 }, large)
    expect(await Promise.race(all.map(({ answer }) => answer))).toMatch(/^HTTP\/1\.1 429/)
    expect(all.filter(({ isOpen }) => isOpen())).toHaveLength(2)
  })

  test('a byte now and then keeps no place, a slow line does', async () => {
    const [drip, line] = [hasty.idle(), hasty.idle()]
    const timers = [
      setInterval(() => drip.socket.write('-'), 50),
      // No complete form: the server keeps reading and waiting for the rest. Enough of it that the line is none of the slowest even where all stalls for long.
      setInterval(() => line.socket.write('-'.repeat(20_000)), 50),
    ]
    expect(await drip.answer).toBe('')
    // One that comes after it is looked at later than the line is.
    expect(await hasty.idle().answer).toBe('')
    expect([drip.isOpen(), line.isOpen()]).toEqual([false, true])
    for (const timer of timers) clearInterval(timer)
  })

  test('whoever hangs up has not stopped the work: its place stays taken until that is done', async () => {
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
