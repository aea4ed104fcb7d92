// The host name tells which shop a request is for. None of eighteen tricks misleads the server; a less strict reader lets some of them through.

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { Query } from '../postgres/db.ts'
import { until } from '../test/wait-for.ts'
import { fileWorld, HOST, world } from '../test/world.ts'
import { createHosts, hostName } from './hosts.ts'

const w = await fileWorld()
await w.server.listen({ host: '127.0.0.1', port: 0 })
const port = (w.server.server.address() as AddressInfo).port

/** Sends a hand-written request that no client library would send. Returns the status and the shop, if any. */
function spoken(lines: readonly string[]): Promise<{ status: number; shop: string | undefined }> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
    socket.on('data', (bytes) => {
      answer += bytes.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), shop: /"organisation_name":"([^"]+)"/.exec(answer)?.[1] }))
  })
}
const ask = (...headers: string[]) => spoken(['POST /api/p_check/ HTTP/1.1', ...headers, 'Content-Length: 0', 'Connection: close'])

const SHOP = 'Comptoir Nord'
const tricks: [string, string[]][] = [
  ['two Host headers, ours first', [`Host: ${HOST}`, 'Host: rhein.localhost']],
  ['two Host headers, ours last', ['Host: other.example', `Host: ${HOST}`]],
  ['two equal Host headers', [`Host: ${HOST}`, `Host: ${HOST}`]],
  ['two Host headers, one in another case', [`Host: ${HOST}`, 'HOST: other.example']],
  ['a user part after the shop’s host name', [`Host: ${HOST}@other.example`]],
  ['a user part before the shop’s host name', [`Host: other.example@${HOST}`]],
  ['a user part that looks like a port', [`Host: ${HOST}:443@other.example`]],
  ['two ports', [`Host: ${HOST}:80:80`]],
  ['a port of letters', [`Host: ${HOST}:http`]],
  ['a list of two hosts', [`Host: ${HOST}, other.example`]],
  ['a path behind the host name', [`Host: ${HOST}/../x`]],
  ['a backslash behind the host name', [`Host: ${HOST}\\other.example`]],
  ['the shop’s host name in a fragment', [`Host: other.example#${HOST}`]],
  ['two dots behind the host name', [`Host: ${HOST}..`]],
  ['a space between two host names', [`Host: ${HOST} other.example`]],
  ['a percent-encoded dot behind the host name', [`Host: ${HOST}%2e`]],
  ['the shop’s host name as a label of another domain', [`Host: ${HOST}.other.example`]],
  ['a forwarded host from an untrusted client', ['Host: other.example', `X-Forwarded-Host: ${HOST}`, `Forwarded: host=${HOST}`]],
]

describe('requests that trick with the Host header', () => {
  test('control: the list of tricks has eighteen entries', () => {
    expect(tricks).toHaveLength(18)
  })

  test.each(tricks)('a request with %s reaches no shop', async (_, headers) => {
    const { status, shop } = await ask(...headers)
    expect(shop).toBeUndefined()
    expect([400, 404]).toContain(status)
  })

  test('control: the shop’s plain host name is accepted in capitals, with a port and with a trailing dot', async () => {
    for (const name of [HOST, HOST.toUpperCase(), `${HOST}.`, `${HOST}:8080`, `${HOST}.:8080`])
      expect(await ask(`Host: ${name}`)).toEqual({ status: 200, shop: SHOP })
  })

  test('control: a naive parser that stops at the first odd character accepts at least nine of the tricks', () => {
    const naive = (header: string) => /^[\w.-]*\w/.exec(header.toLowerCase())?.[0]
    const through = tricks.filter(([, headers]) => headers.some((header) => header.startsWith('Host: ') && naive(header.slice(6)) === HOST))
    expect(through.length).toBeGreaterThanOrEqual(9)
  })

  test('an HTTP/1.1 request without a Host header, and an HTTP/1.0 request, reach no shop', async () => {
    expect(await ask()).toMatchObject({ status: 400, shop: undefined })
    expect((await spoken(['POST /api/p_check/ HTTP/1.0', 'Content-Length: 0'])).shop).toBeUndefined()
  })

  test('a request line that names another host does not change the shop: the Host header decides', async () => {
    expect((await spoken([`POST http://rhein.localhost/api/p_check/ HTTP/1.1`, `Host: ${HOST}`, 'Content-Length: 0', 'Connection: close'])).shop).not.toBe(
      'Rheinland Prepaid',
    )
  })
})

test('a request to an unknown host gets the same answer, whatever the name is', async () => {
  const texts = await Promise.all(
    ['nobody.example', 'rhein.localhost.example', 'a'.repeat(60)].map(async (host) => (await w.fetch('/api/p_check/', { method: 'POST', host })).text()),
  )
  expect(new Set(texts).size).toBe(1)
})

test.each([
  ['ſhop.example', undefined],
  ['\u212Aiosque.localhost', undefined],
  ['löcal.example', undefined],
  ['xn--lcal-5qa.example', 'xn--lcal-5qa.example'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  [`${'a'.repeat(64)}.example`, undefined],
  [`${'a.'.repeat(127)}a`, undefined],
  ['.example', undefined],
  ['a..example', undefined],
  ['', undefined],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', undefined],
  ['a\n.example', undefined],
])('the Host header "%s" is read as %s', (text, name) => {
  expect(hostName(text)).toBe(name)
})

test('the header X-Forwarded-Host counts only if it comes from a trusted proxy', async () => {
  const proxied = await world({ trustProxy: ['10.1.1.1'] })
  const shop = async (from: string) =>
    (await proxied.fetch('/api/p_check/', { method: 'POST', host: 'inside.example', from, headers: { 'x-forwarded-host': HOST } })).status
  expect([await shop('10.1.1.1'), await shop('10.1.1.2')]).toEqual([200, 404])
  await proxied.end()
})

describe('the cache of host names', () => {
  type Row = { name: string; tenant_id: number; organisation_id: string }
  const shop = (name: string): Row => ({ name, tenant_id: 1, organisation_id: 'o' })
  /** Makes a clock, and a fake database that has only the hosts. */
  function memory(rows: Row[], answer: () => Promise<void> = async () => undefined) {
    let [now, asked] = [0, 0]
    const reference = async <T>(work: (q: Query) => Promise<T>): Promise<T> => {
      asked++
      await answer()
      return work({ query: async <R>() => [...rows] as R[] })
    }
    const hosts = createHosts({ reference }, () => now)
    const wait = (ms: number) => {
      now += ms
    }
    return { find: hosts.find, asked: () => asked, wait }
  }

  test('answers ten thousand look-ups of unknown names with one database query', async () => {
    const { find, asked } = memory([shop('a.example')])
    const found = await Promise.all(Array.from({ length: 10_000 }, (_, n) => find(`${n}.example`)))
    expect(found.filter(Boolean)).toEqual([])
    expect(asked()).toBe(1)
    expect(await find('a.example')).toMatchObject({ tenant_id: 1 })
    expect(asked()).toBe(1)
  })

  test('lets a flood of requests for unknown hosts query the database at most once a second, in the whole app', async () => {
    const asked = vi.spyOn(w.db, 'reference')
    const begun = performance.now()
    // The requests are sent in parallel, because the server delays the refusal of each.
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => w.fetch('/api/p_check/', { method: 'POST', host: `h${round}-${n}.example` })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    }
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1000)
    asked.mockRestore()
  })

  test('frees the request place of an unknown host before the delayed refusal, so that other requests are served meanwhile', async () => {
    const narrow = await world({ door: { places_times: 1 / 256 } })
    try {
      const ask = (host?: string) => narrow.fetch('/api/p_check/', { method: 'POST', ...(host && { host }) })
      await ask('nobody.example')
      /**
       * Sends a request for an unknown shop, which takes the only place for requests. Returns the status of that request twice: when another request got the
       * place (0 if there was no answer yet), and at the end.
       */
      async function meanwhile() {
        let told = 0
        const waiting = ask('nobody.example').then(({ status }) => {
          told = status
        })
        await until('the place to be free', async () => (await ask()).status === 200)
        const before = told
        await waiting
        return [before, told]
      }
      // On a stalled machine the other request may arrive only after the refusal, so the test tries again. If the place were held until the refusal, every try
      // would fail.
      const seen: number[][] = []
      for (let tries = 0; seen.at(-1)?.[0] !== 0 && tries < 20; tries++) seen.push(await meanwhile())
      expect(seen.at(-1)).toEqual([0, 404])
    } finally {
      await narrow.end()
    }
  })

  test('finds a new host within a second, and refuses a deleted one within seconds', async () => {
    const rows = [shop('old.example')]
    const { find, wait } = memory(rows)
    expect(await find('new.example')).toBeUndefined()
    rows.splice(0, 1, shop('new.example'))
    wait(1_001)
    expect(await find('new.example')).toBeDefined()
    rows.splice(0, 1)
    wait(5_001)
    // This look-up is still answered from the old list, and starts a refresh; only the next look-up finds the new host.
    await find('new.example')
    await new Promise(setImmediate)
    expect(await find('new.example')).toBeUndefined()
  })

  test('while the database is away, answers requests to known hosts and gives an error for other hosts; no request hangs', async () => {
    let isAway = false
    const rows = [shop('a.example')]
    const { find, wait, asked } = memory(rows, () => (isAway ? new Promise(() => undefined) : Promise.resolve()))
    await find('a.example')
    isAway = true
    wait(10_000)
    expect(await find('a.example')).toBeDefined()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(find('b.example')).rejects.toMatchObject({ code: 'busy' })
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await refused
    wait(500)
    await expect(find('c.example')).rejects.toMatchObject({ code: 'busy' })
    wait(3_600_000)
    expect(await find('a.example')).toBeDefined()
    expect(asked()).toBe(3)
    isAway = false
    wait(1_001)
    expect(await find('b.example')).toBeUndefined()
  })
})
