// A restore drill: the portal sells, a moment is noted (a second of the clock), the portal sells on, and is restored to that moment in another directory. The
// books are then those of that moment. PINs sold later are held back, because the database does not know that customers have them.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { readConfig } from '../kit/config.ts'
import { keyId } from '../kit/keys.ts'
import { createMetrics } from '../kit/metrics.ts'
import { baseBackup, listBackups } from '../postgres/backup.ts'
import { createBackups } from '../postgres/backups.ts'
import { readRing } from '../postgres/master-key.ts'
import { restore } from '../postgres/restore.ts'
import { isSegment, placeOf, takeWal, walDir } from '../postgres/wal-archive.ts'
import { type Corner, giveWallet, goods, rowsOf, wrongs } from '../test/arrange.ts'
import { type Portal, restoreDrill, silent } from '../test/restore-drill.ts'
import { until } from '../test/wait-for.ts'
import type { Person } from '../test/world.ts'

const drill = restoreDrill('drill')
const { root, keyFile, source, backupDir, portal, backUp, archived, second } = drill

async function buy(till: Person, { configuration_id }: Pick<Corner, 'configuration_id'>, quantity: number): Promise<string[]> {
  const { transaction_key } = await till.calls.transactionKey({})
  const { pins } = await till.calls.sell({ transaction_key, configuration_id, quantity })
  return pins.map(({ pin }) => pin)
}

let first: Portal
let corner: Corner
let at: Date
/** PINs sold after the noted moment: customers have them, but the restored database does not know that. */
let lost: string[] = []
let balance = 0

beforeAll(async () => {
  first = await portal(join(root, 'first'))
  const { w } = first
  corner = await goods(w, { pins: 100 })
  const till = await w.signIn('kiosque')
  await giveWallet(w, till.customer_id, 10_000 * EURO)
  await buy(till, corner, 3)
  // The till sells while the database's files are copied.
  const [, bought] = await Promise.all([backUp(first), buy(till, corner, 4)])
  expect(bought).toHaveLength(4)
  await buy(till, corner, 5)
  balance =
    (await rowsOf<{ balance: number }>(w, 'select balance from wallets where tenant_id = 1 and organisation_id = $1', [till.customer_id]))[0]?.balance ?? 0
  at = await second(first)
  await until('the next second', async () => (await second(first)).getTime() > at.getTime() + 1_000)
  lost = [...(await buy(till, corner, 10)), ...(await buy(till, corner, 10)), ...(await buy(till, corner, 10))]
  await archived(first)
}, 300_000)

afterAll(drill.end)

const into = (name: string, when: Date | null = at) => drill.into(name, when)

test('a backup is refused if the master key, or a copy of it, would lie beside the backup or in it', async () => {
  const [backup] = await listBackups(backupDir)
  expect(backup?.key_ids).toEqual(readRing(source()).map(keyId))
  await expect(
    baseBackup({ dataDir: first.dataDir, backupDir: root, masterKeyFile: keyFile, ...first.embedded, portalUrl: first.embedded.url }),
  ).rejects.toThrow('must not lie with the backups')
  const copy = join(first.dataDir, 'copy-of-the.key')
  writeFileSync(copy, readFileSync(keyFile))
  await expect(backUp(first)).rejects.toThrow('copy of the master key')
  rmSync(copy)
}, 300_000)

test('a restore is refused into a directory in use, without the right key, and for a time that neither backups nor WAL cover', async () => {
  await expect(restore({ backupDir, dataDir: first.dataDir, at, key_ids: readRing(source()).map(keyId) })).rejects.toThrow('is not empty')
  await expect(restore({ backupDir, dataDir: join(root, 'x'), at, key_ids: ['00000000'] })).rejects.toThrow('not this backup’s'.replace('’', "'"))
  await expect(into('y', new Date(0))).rejects.toThrow('the oldest backup')
  await expect(into('z', new Date(Date.now() + 3_600_000))).rejects.toThrow('the archived WAL ends before')
}, 300_000)

test('a restored portal has the books of the requested moment, and its next sales get no PIN that was already sold', async () => {
  await first.end()
  await into('second')
  const second = await portal(join(root, 'second'))
  const { w } = second
  expect(existsSync(join(root, 'second', 'restored.json'))).toBe(false)
  const till = await w.signIn('kiosque')
  expect(await wrongs(w)).toEqual([])
  expect(await rowsOf(w, 'select balance from wallets where tenant_id = 1 and organisation_id = $1', [till.customer_id])).toEqual([{ balance }])
  expect(
    (await rowsOf<{ n: number }>(w, 'select sum(quantity)::int as n from sales where tenant_id = 1 and configuration_id = $1', [corner.configuration_id]))[0]
      ?.n,
  ).toBe(12)

  for (let i = 0; i < 3; i++) await expect(buy(till, corner, 10)).rejects.toMatchObject({ code: 'out_of_stock' })
  const nord = await w.signIn('nord')
  const held = await nord.calls.heldList({ search_text: String(corner.batch_no), limit: 100 })
  // A search for the batch's number also finds names that contain the number, so the rows are filtered.
  expect(held.content.filter(({ batch_no }) => batch_no === corner.batch_no)).toMatchObject([{ batch_no: corner.batch_no, held: 88, was_published: true }])
  expect(held.restore).toMatchObject({ cause: 'restored', point: at.toISOString() })
  expect((await nord.calls.noticesList({})).content).toContainEqual(expect.objectContaining({ kind: 'stock_held' }))

  // Control: once the quarantine is released, all thirty PINs that customers already have are sold a second time.
  const { pins } = await nord.calls.heldRelease({ batch_no: corner.batch_no, reason: 'the supplier says they are unused' })
  expect(pins).toBe(88)
  const sold = [...(await buy(till, corner, 10)), ...(await buy(till, corner, 10)), ...(await buy(till, corner, 10))]
  expect(sold.filter((pin) => lost.includes(pin))).toHaveLength(30)
  await second.end()
}, 300_000)

test('a database directory that was copied back by hand is recognised as older, once, by the file that lies beside it', async () => {
  await into('third', null)
  const dataDir = join(root, 'third')
  const third = await portal(dataDir)
  const nord = await third.w.signIn('nord')
  await nord.calls.heldRelease({ reason: 'a drill' })
  expect((await nord.calls.heldList({})).restore).toBe(null)
  await third.end()

  const again = await portal(dataDir)
  expect((await (await again.w.signIn('nord')).calls.heldList({})).content).toEqual([])
  await again.end()

  // The file is changed so that it claims that this server has seen a newer state than the one in the database.
  const file = join(dataDir, 'watermark.json')
  const mark = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...mark, beat: mark.beat + 1, at: new Date().toISOString() }))
  const older = await portal(dataDir)
  const seen = await (await older.w.signIn('nord')).calls.heldList({})
  expect(seen.held).toBeGreaterThan(0)
  expect(seen.restore?.cause).toBe('older')
  await older.end()
}, 300_000)

test('a running server keeps the configured number of backups, with the WAL they need, and reports backups that are too old', async () => {
  const dataDir = join(root, 'third')
  const { embedded, end } = await portal(dataDir)
  const own = join(root, 'own-backups')
  const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY_FILE: keyFile, BACKUP_DIR: own, BACKUPS_KEPT: '1' })
  const metrics = createMetrics()
  let hours = 0
  const now = () => Date.now() + hours * 3_600_000
  const backups = createBackups({ config, embedded, metrics, log: silent, now })
  const looks = () => Promise.all(backups.checks.map(({ look }) => look()))
  expect(await looks()).toMatchObject([{ detail: 'none yet' }, {}])
  for (let i = 0; i < 2; i++) await backups.jobs.back_up?.work({})
  const [kept, ...others] = await listBackups(own)
  expect(others).toEqual([])
  expect(readdirSync(walDir(own)).filter((name) => isSegment(name) && placeOf(name) < placeOf(kept?.start_wal ?? ''))).toEqual([])
  const young = { ok: true, detail: expect.stringMatching(/^newest of /), at: expect.any(String) }
  expect(await looks()).toEqual([young, young])
  hours = 27
  expect(await looks()).toMatchObject([{ ok: false }, { ok: false }])
  expect((await metrics.backupAt.get()).values[0]?.value).toBeGreaterThan(Date.now() / 1000 - 120)
  // WAL of another portal that has the same file name is never overwritten.
  const [name = ''] = readdirSync(walDir(own)).filter(isSegment).slice(-1)
  writeFileSync(join(embedded.spool, name), 'of another portal')
  await expect(takeWal(embedded.spool, own)).rejects.toThrow('give each database a BACKUP_DIR of its own')
  rmSync(join(embedded.spool, name))
  await backups.stop()
  await end()
}, 300_000)
