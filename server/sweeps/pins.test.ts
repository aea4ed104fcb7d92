// Planted PINs may appear only in the answers of the calls that are declared to reveal them: in no other answer, no log line, no file of the database.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import type { Call } from '../../contract/kit/call.ts'
import { codeOf } from '../kit/errors.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { giveWallet, goods, rowsOf } from '../test/arrange.ts'
import { codeOnDemand } from '../test/on-demand.ts'
import { codeLike } from '../test/online.ts'
import { fileWorld, type Person } from '../test/world.ts'

const answers: { call: string; text: string }[] = []
const revealing = Object.entries<Call>(calls).flatMap(([name, c]) => (c.reveals ? [name] : []))
/** Codes that a supplier delivered during the test; the test did not plant them. */
const delivered: string[] = []
const pinsIn = (text: string) => [...corner.pins, ...delivered].filter((pin) => text.includes(pin))

/** Makes a call by name and keeps the raw answer. */
async function ask(person: Person, name: keyof typeof calls, fields: Record<string, string>) {
  const c: Call = calls[name]
  const init = c.method === 'GET' ? {} : { method: 'POST', body: new URLSearchParams(fields) }
  const text = await (await w.fetch(`/api${c.path}`, { ...init, headers: person.headers })).text()
  answers.push({ call: name, text })
  return JSON.parse(text) as Record<string, string>
}

/** When this test file began, by the clock that dates files. A shifted clock (tools/testing/clock.c) moves `Date.now()`, but not the dates of files. */
const began_ms = Date.now() - 1000 * Number(process.env['CLOCK_SHIFT'] ?? 0)
const w = await fileWorld()
const [seller, nord] = [await w.signIn('kiosque'), await w.signIn('nord')]
await giveWallet(w, seller.customer_id, 1_000_000_000)
const corner = await goods(w, { pins: 80 })
const { configuration_id } = corner
const key = async () => (await ask(seller, 'transactionKey', {})).transaction_key as string

const transaction_key = await key()
const sale = await ask(seller, 'sell', { transaction_key, configuration_id, quantity: '3' })
await ask(seller, 'sell', { transaction_key, configuration_id, quantity: '4' })
await ask(seller, 'saleSettle', { transaction_key })
await ask(seller, 'reprint', { sale_id: sale.sale_id as string })
const lines = JSON.stringify([{ configuration_id, quantity: 2 }])
await ask(seller, 'sellBasket', { transaction_key: await key(), lines })
await ask(seller, 'reprintBasket', { sale_ids: JSON.stringify([sale.sale_id]) })
const onDemand = await codeOnDemand(w)
const { sale: made } = (await ask(seller, 'onDemandSell', { transaction_key: await key(), configuration_id: onDemand.configuration_id })) as unknown as {
  sale: { pins: { pin: string }[] }
}
delivered.push(...made.pins.map(({ pin }) => pin))
await onDemand.close()
await ask(seller, 'rechargeCode', { transaction_key: await key(), configuration_id: (await codeLike(w, corner)).configuration_id })
const sendingTo = { email: 'customer@example.test', consent: '1', consent_language: 'fr' }
await ask(seller, 'pinsSend', { transaction_key: await key(), sale_ids: JSON.stringify([sale.sale_id]), ...sendingTo })
await ask(seller, 'pinSendings', { sale_ids: JSON.stringify([sale.sale_id]) })
const bulk = await ask(seller, 'sellBulk', { transaction_key: await key(), configuration_id, quantity: '40' })
await ask(seller, 'saleDownload', { download_id: bulk.download_id as string })
await ask(seller, 'saleDownload', { download_id: bulk.download_id as string })
await ask(seller, 'sell', { transaction_key: await key(), configuration_id: corner.pins[0] as string, quantity: '1' })
for (const person of [seller, nord])
  for (const [name, c] of Object.entries<Call>(calls))
    if (!c.upload && !revealing.includes(name) && name !== 'logout')
      await ask(person, name as keyof typeof calls, { configuration_id, search_text: corner.pins[1] as string, batch_no: String(corner.batch_no) })

test('the calls that reveal PINs are exactly those in the list of this test', () => {
  expect(revealing).toEqual(['onDemandSell', 'rechargeCode', 'reprint', 'reprintBasket', 'saleDownload', 'saleSettle', 'sell', 'sellBasket'])
})

test('each call that is listed as revealing PINs returned some, and no other call returned any', () => {
  const found = new Set(answers.filter((answer) => pinsIn(answer.text).length > 0).map((answer) => answer.call))
  expect([...found].sort()).toEqual([...revealing].sort())
})

test('no line of the log contains a PIN', () => {
  expect(w.logs.length).toBeGreaterThan(20)
  expect(w.logs.filter((line) => pinsIn(line).length > 0)).toEqual([])
})

/** Dates of files are taken from a coarse clock, which lags by some milliseconds; this margin is more than enough. */
const LAG_MS = 1_000

/**
 * Files below a folder that contain one of the texts, in ASCII, UTF-16 or base64. Files last written before the texts existed are not read, because they
 * are gigabytes of WAL.
 */
function filesWith(folder: string, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(Buffer.from(text).toString('base64').slice(0, 20))])
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => {
      const status = statSync(file, { throwIfNoEntry: false })
      return status?.isFile() && status.mtimeMs > began_ms - LAG_MS
    })
    .filter((file) => {
      const bytes = read(file)
      return needles.some((needle) => bytes.includes(needle))
    })
}

/** Reads a file. A file that has disappeared counts as empty, because PostgreSQL renames and reuses its log files while other tests write. */
function read(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

test('no file of the database contains a PIN; control: a PIN written in clear is found', { timeout: 240_000 }, async () => {
  const superuser = new pg.Client({ connectionString: inject('cluster').superuserUrl })
  await superuser.connect()
  const { rows } = await superuser.query<{ data_directory: string }>('show data_directory')
  const oid = await rowsOf<{ oid: number }>(w, 'select oid::int from pg_database where datname = current_database()')
  // Only this world's own files and the WAL are searched, because other worlds are made and deleted meanwhile.
  const folders = [`base/${oid[0]?.oid}`, 'pg_wal', 'global'].map((name) => join(rows[0]?.data_directory as string, name))
  const found = () => folders.flatMap((folder) => filesWith(folder, corner.pins))
  await superuser.query('checkpoint')
  expect(found()).toEqual([])

  await inTenant(w.owner, 1, (q) =>
    q.query('update pins set serial = $2 where tenant_id = 1 and batch_no = $1 and seq = 79', [corner.batch_no, corner.pins[79]]),
  )
  await superuser.query('checkpoint')
  expect(found().length).toBeGreaterThan(0)
  await superuser.end()
})
