// Two servers share a database and a folder of files. Either server can read, continue and remove what the other has written or accepted.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { rowsOf } from '../../../test/arrange.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld, HOST, type World, worldOn } from '../../../test/world.ts'
import { begin, forget, LEASE_MS } from './exports.ts'

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

/** Makes an unfinished file, as left behind by a server that was killed while writing. */
async function left(): Promise<string> {
  const download_id = await made(w)
  await rowsOf(w, `update exports set state = 'running', seen_at = null, created_at = $2 where id = $1`, [download_id, w.clock.now()])
  return download_id
}

test('an export whose server has stopped counts as failed after two minutes, and another server can make it again', async () => {
  const download_id = await left()
  const stateOf = async () => (await at(other).exportProgress({ download_id })).state
  w.clock.advance(LEASE_MS / 2)
  expect(await stateOf()).toBe('running')
  w.clock.advance(LEASE_MS / 2)
  expect(await stateOf()).toBe('failed')
  const again = await at(other).exportAgain({ download_id })
  await until('it to be made again', async () => (await at(other).exportProgress(again)).state === 'ready')
})

test('a long export does not count as failed as long as its server renews its claim', async () => {
  const id = await left()
  const stateOf = async () => (await at(other).exportProgress({ download_id: id })).state
  const seen = async () => (await rowsOf<{ seen_at: Date | null }>(w, 'select seen_at from exports where id = $1', [id]))[0]?.seen_at ?? null
  const [user] = await rowsOf<{ user_id: string; file_key: Buffer }>(w, 'select user_id, file_key from exports where id = $1', [id])
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  begin(
    { id, file_key: user?.file_key ?? Buffer.alloc(0), make: () => ended },
    { ...w.services, actor: { tenant_id: 1, home_tenant_id: 1, user_id: user?.user_id ?? '' } },
  )
  try {
    w.clock.advance(LEASE_MS)
    vi.advanceTimersByTime(LEASE_MS / 4)
    await until('its word', async () => (await seen()) !== null)
    w.clock.advance(LEASE_MS / 2)
    expect(await stateOf()).toBe('running')
  } finally {
    vi.useRealTimers()
    end()
  }
  await until('its end', async () => (await stateOf()) === 'ready')
})

test('a file made by one server can be fetched from another; control: a server with a different folder can neither fetch nor delete it', async () => {
  const download_id = await made(w)
  const bytes = await at(w).exportFetch({ download_id })
  expect(await at(other).exportFetch({ download_id })).toMatchObject({ bytes: bytes.bytes })
  await expect(at(stranger).exportFetch({ download_id })).rejects.toMatchObject({ code: 'not_found' })
  const path = join(w.services.filesDir, 'exports', download_id)
  w.clock.advance(24 * 60 * 60_000 + 1)
  await forget(1, stranger.services)
  expect(existsSync(path)).toBe(true)
})

test('an expired file of one server is deleted by another server', async () => {
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
