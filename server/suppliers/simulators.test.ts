// The simulators run as separate processes, as the demo world and the browser tests start them. Each prints its port, and produces faults on demand.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DT_ONE_KEY } from '../../simulators/dt-one.ts'
import { simulated } from '../seeds/demo-suppliers.ts'
import { openAdapter } from './adapters.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../simulators/${name}.ts`, import.meta.url))

test.each(['dt-one', 'flixbus'])('the simulator %s prints its port as its first line, and answers only to requests with its key', async (name) => {
  const child = spawn(process.execPath, ['--import', 'tsx', pathOf(name), '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(createInterface({ input: child.stdout }), 'line')
    const at = (path: string, init = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
    expect((await at('/v1/balances')).status).toBe(401)
    expect((await at('/__control/fault', { method: 'POST', body: '{"on":"balances","kind":"garbage","done":true,"times":1}' })).status).toBe(200)
    expect(await (await at('/__control/fault', { method: 'POST', body: '{"on":1}' })).json()).toEqual({ wrong: 'fault' })
    if (name !== 'dt-one') return
    const headers = { authorization: `Basic ${Buffer.from(`${DT_ONE_KEY.api_key}:${DT_ONE_KEY.api_secret}`).toString('base64')}` }
    expect((await at('/v1/balances', { headers })).headers.get('content-type')).toBe('text/html')
    expect(await (await at('/v1/balances', { headers })).json()).toMatchObject([{ unit: 'EUR', available: 10_000 }])
    expect((await at('/v1/products?per_page=101', { headers })).status).toBe(400)
    const products = await at('/v1/products?per_page=40&page=2', { headers })
    expect([products.headers.get('x-total'), products.headers.get('x-next-page')]).toEqual(['60', ''])
    expect(await products.json()).toHaveLength(20)
    expect(await (await at('/__control/asked')).json()).toMatchObject([{ call: 'balances' }, { call: 'balances' }, { call: 'products', status: 400 }, {}])
  } finally {
    child.kill()
  }
})

test('each simulator of PINs or top-ups prints its port as its first line too, and starts with an empty journal', async () => {
  const children = ['soft-api', 'pj-telesoft', 'paysafecard', 'reloadly'].map((name) =>
    spawn(process.execPath, ['--import', 'tsx', pathOf(name), '0'], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  try {
    for (const child of children) {
      const [port] = await once(createInterface({ input: child.stdout }), 'line')
      expect(await (await fetch(`http://127.0.0.1:${port}/__control/journal`)).json()).toEqual([])
      expect((await fetch(`http://127.0.0.1:${port}/nowhere`)).status).toBe(404)
    }
  } finally {
    for (const child of children) child.kill()
  }
})

test('simulators end with the process that started them, however that process ends', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', pathOf('soft-api'), '0'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  await once(createInterface({ input: child.stdout as Readable }), 'line')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the demo world’s connections lead to existing simulators with valid credentials', async () => {
  for (const { file, adapter, credentials, settings = {} } of simulated) {
    const simulator = spawn(process.execPath, ['--import', 'tsx', pathOf(file), '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [port] = await once(createInterface({ input: simulator.stdout }), 'line')
    const base = new URL(`http://127.0.0.1:${port}${adapter === 'dt_one' ? '/v1' : ''}`)
    const to = { base, baseAt: () => base, now: () => new Date(), rateOf: () => undefined }
    const opened = openAdapter(adapter, to, credentials, settings)
    const answer = opened.kind === 'trips' ? await opened.trips.cities() : await opened.supplier.list()
    expect(answer, adapter).toMatchObject({ outcome: 'done' })
    await opened.close()
    simulator.kill()
  }
})
