// Two servers on one database and one folder of files: what one made or received the other reads, goes on with and cleans up.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { fileWorld, HOST, type World, worldOn } from '../../test/world.ts'
import { forget } from './exports.ts'

const w = await fileWorld()
const [own, apart] = [mkdtempSync(join(tmpdir(), 'portal-own-')), mkdtempSync(join(tmpdir(), 'portal-apart-'))]
const beside = (filesDir: string) => worldOn({ ...w, dataDir: own, keys: w.services.keys, end: async () => undefined }, { clock: w.clock.now, filesDir })
const [other, stranger] = [await beside(w.services.filesDir), await beside(apart)]
afterAll(async () => {
  await Promise.all([other.end(), stranger.end()])
  for (const folder of [own, apart]) rmSync(folder, { recursive: true, force: true })
})
const nord = await w.signIn('nord')
const at = (server: World) => server.anonymous(HOST, nord.headers)

async function made(server: World): Promise<string> {
  const { download_id } = await at(server).exportStart({ list: 'customersListShort', input: {}, columns: [{ key: 'name', header: 'Client' }] })
  await until('the file to be made', async () => (await at(server).exportProgress({ download_id })).state === 'ready')
  return download_id
}

test('a file that one made is fetched from the other, and cleaned up by it; control: not where its folder is another', async () => {
  const download_id = await made(w)
  const bytes = await at(w).exportFetch({ download_id })
  expect(await at(other).exportFetch({ download_id })).toMatchObject({ bytes: bytes.bytes })
  await expect(at(stranger).exportFetch({ download_id })).rejects.toMatchObject({ code: 'not_found' })
  const path = join(w.services.filesDir, 'exports', download_id)
  w.clock.advance(24 * 60 * 60_000 + 1)
  await forget(1, stranger.services)
  expect(existsSync(path)).toBe(true)
})

test('what one made too long ago, the other removes', async () => {
  const later = await w.signIn('nord')
  const { download_id } = await w
    .anonymous(HOST, later.headers)
    .exportStart({ list: 'customersListShort', input: {}, columns: [{ key: 'name', header: 'Client' }] })
  const path = join(w.services.filesDir, 'exports', download_id)
  await expect.poll(() => existsSync(path)).toBe(true)
  w.clock.advance(24 * 60 * 60_000 + 60_000)
  await forget(1, other.services)
  expect(existsSync(path)).toBe(false)
})
