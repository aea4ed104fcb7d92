// The master key: it is recognised by a fingerprint, made only for an empty database, and can be changed while the tills sell.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { createKeys, keyId } from '../kit/keys.ts'
import { openDelivery } from '../money/open-pins.ts'
import { isEmpty } from '../open.ts'
import { retire, rotate } from '../rotate.ts'
import { giveWallet, goods, rowsOf } from '../test/arrange.ts'
import { delivered, liveGoods } from '../test/holds.ts'
import { fileWorld, worldOn } from '../test/world.ts'
import { keyFits, newMasterKey, openKeys, readRing, writeRing } from './master-key.ts'

const dir = mkdtempSync(join(tmpdir(), 'portal-key-'))
const source = (name: string) => ({ masterKey: '', masterKeyFile: join(dir, name) })
const w = await fileWorld()
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('if the database has data already, no master key is made, and a wrong key is refused', async () => {
  expect(await isEmpty(w.db)).toBe(false)
  await expect(openKeys(w.db, source('none'), false)).rejects.toThrow('no master key')
  expect(existsSync(join(dir, 'none'))).toBe(false)
  writeRing(join(dir, 'wrong'), [newMasterKey()])
  await expect(openKeys(w.db, source('wrong'), false)).rejects.toThrow('opens none of the PINs')
  expect(await rowsOf(w, 'select key_id from master_keys')).toEqual([])
})

test('the database remembers the right master key by a fingerprint; from then on a start with another key or without a key fails', async () => {
  writeRing(join(dir, 'right'), [Buffer.from(inject('cluster').masterKey, 'base64')])
  const keys = await openKeys(w.db, source('right'), false)
  expect(keys.pinIndex(1, '1234')).toEqual(w.services.keys.pinIndex(1, '1234'))
  await expect(openKeys(w.db, source('wrong'), false)).rejects.toThrow('does not fit')
  await expect(openKeys(w.db, source('none'), true)).rejects.toThrow('does not fit')
  expect(existsSync(join(dir, 'none'))).toBe(false)
})

test('the master key changes while the tills sell: no sale fails, old data opens, and afterwards the old key opens nothing', async () => {
  const [from, { url, ownerUrl }] = [source('right'), w]
  const [old] = readRing(from)
  const running = await openKeys(w.db, from, false)
  const server = await worldOn({ url, ownerUrl, dataDir: dir, keys: running, end: async () => undefined })
  const till = await server.signIn('kiosque')
  const { configuration_id, pins } = await goods(server, { pins: 60 })
  await giveWallet(server, till.customer_id, 10_000 * EURO)
  const buy = async () => {
    const { transaction_key } = await till.calls.transactionKey({})
    return till.calls.sell({ transaction_key, configuration_id, quantity: 1 })
  }
  const asked = (await liveGoods(server, till)).asked()
  await server.services.money.hold(asked)
  const live = await server.services.money.post(1, asked.key, delivered(server, asked.key))
  const selling = Promise.all(Array.from({ length: 20 }, buy))
  const { key_id, renewed } = await rotate({ url, ownerUrl, source: from })
  expect(renewed).toBeGreaterThan(0)
  const sales = await selling
  expect(sales.flatMap((sale) => sale.pins).every(({ pin }) => pins.includes(pin))).toBe(true)
  expect(readRing(from).map(keyId)).toEqual([key_id, old && keyId(old)])

  // The running server wraps with the old key until it has read the new one, so the old key cannot be retired yet.
  await goods(server, { pins: 1 })
  await expect(retire({ url, ownerUrl, source: from })).rejects.toThrow('with the old key since')
  expect(await keyFits(server.db, running, from)).toBe(true)
  expect(running.current()).toBe(key_id)
  await goods(server, { pins: 1 })
  await retire({ url, ownerUrl, source: from })
  expect(readRing(from).map(keyId)).toEqual([key_id])

  const fresh = await openKeys(w.db, from, false)
  const again = await worldOn({ url, ownerUrl, dataDir: dir, keys: fresh, end: async () => undefined })
  const later = await again.signIn('kiosque')
  const last = sales.sort((a, b) => (a.sale_id < b.sale_id ? 1 : -1))[0]
  const slip = await later.calls.reprint({ sale_id: last?.sale_id ?? '', reason: 'paper jam' })
  expect(slip.pins).toMatchObject(last?.pins.map(({ pin }) => ({ pin })) ?? [])
  expect(fresh.pinIndex(1, '1234')).toEqual(running.pinIndex(1, '1234'))
  writeRing(join(dir, 'old'), old ? [old] : [])
  await expect(openKeys(w.db, source('old'), false)).rejects.toThrow('does not fit')
  const alone = createKeys(old as Buffer)
  const [delivery] = await again.services.money.deliveries(1, [live])
  expect(openDelivery(fresh, 1, asked.key, delivery?.payload ?? Buffer.of())).toMatchObject({ pin: '1234 5678' })
  expect(() => openDelivery(alone, 1, asked.key, delivery?.payload ?? Buffer.of())).toThrow()
  for (const { data_key, configuration_id: bound } of await rowsOf<{ data_key: Buffer; configuration_id: string }>(
    w,
    'select data_key, configuration_id from batches where tenant_id = 1',
  ))
    await expect(alone.unwrap(data_key, `batch|1|${bound}`)).rejects.toThrow()
  await Promise.all([server.db.close(), again.db.close()])
})

test('the master key file holds the key in base64 and nothing else', () => {
  expect(readFileSync(join(dir, 'right'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
})
