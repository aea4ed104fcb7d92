// The servers of one portal share the folder of its files and nothing else; if the folders are mixed up, the server refuses to start before anything is lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../kit/config.ts'
import { fileWorld } from '../test/world.ts'
import { claimFiles, refuseUsedData } from './shared-files.ts'
import { type Setback, watch } from './watermark.ts'

const w = await fileWorld()
let folder: string
let stops: (() => void)[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-files-'))
  await w.owner.query('delete from file_stores')
  await w.owner.query('delete from watermarks')
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const warned: object[] = []
const log = { warn: (fields: object) => void warned.push(fields), error: () => undefined }
/** Starts a server's watch over its own watermark, and claims its folder of files. */
async function begun(name: string, files: string, isOwn = false) {
  const setbacks: Setback[] = []
  const setBack = async (setback: Setback) => void setbacks.push(setback)
  const { look, stop } = await watch({ db: w.db, dataDir: at(name), isOwn, setBack, log })
  stops.push(stop)
  await claimFiles({ db: w.db, dataDir: at(name), filesDir: at(files), isOwn, log })
  return { look, stop, setbacks }
}
const age = () => w.owner.query(`update watermarks set at = at - interval '1 hour'`)

describe('the folder of files', () => {
  test('belongs to the first server; another server with the same folder starts, one with a different folder is refused with a message', async () => {
    await begun('one', 'files')
    await begun('two', 'files')
    const refused = begun('three', 'other files')
    await expect(refused).rejects.toThrow(ConfigurationError)
    await expect(refused).rejects.toThrow(`FILES_DIR=${at('other files')}`)
    await expect(refused).rejects.toThrow('Give all servers one folder')
    await begun('three', 'files')
  })

  test('must be the same for servers that start at the same time: if each has its own, only one of them starts', async () => {
    await Promise.all([begun('one', 'files'), begun('two', 'files'), begun('three', 'files')])
    await w.owner.query('delete from file_stores')
    const tried = await Promise.allSettled(['a', 'b', 'c'].map((name) => begun(name, `files of ${name}`)))
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('may be replaced by another once no server uses it, and this is logged; a server still set to the earlier folder is then refused', async () => {
    await begun('one', 'files')
    await age()
    warned.length = 0
    await begun('two', 'moved')
    expect(warned).toEqual([{ filesDir: at('moved') }])
    await expect(begun('one', 'files')).rejects.toThrow('before it was moved')
    await begun('one', 'moved')
  })

  test('of another portal is refused, even if no server uses the portal’s own folder; control: the other folder is accepted without its mark (files.json)', async () => {
    await begun('one', 'files')
    await w.owner.query('delete from file_stores')
    await begun('one', 'own files')
    await age()
    await expect(begun('one', 'files')).rejects.toThrow(`delete ${join(at('files'), 'files.json')}`)
    rmSync(join(at('files'), 'files.json'))
    await begun('one', 'files')
  })

  test('may be replaced at any time if the database is in the server’s data directory, because then there is no other server', async () => {
    await begun('one', 'one', true)
    await begun('one', 'restored', true)
    await begun('one', 'restored', true)
  })
})

describe('a server’s own folder', () => {
  const looks: string[] = []
  const refuse = (name: string) => {
    looks.splice(0)
    const call: typeof w.db.call = (statement) => {
      looks.push(statement.name)
      return w.db.call(statement)
    }
    return refuseUsedData({ db: { ...w.db, call }, dataDir: at(name), isOwn: false })
  }

  test('is refused to a second server while the first one runs', async () => {
    const { look } = await begun('one', 'files')
    const refused = expect(refuse('one')).rejects.toThrow(`another running server uses DATA_DIR=${at('one')}`)
    await look()
    await refused
  })

  test('is free at once after its server ended properly, and after one heartbeat if it was killed', async () => {
    const { stop } = await begun('one', 'files')
    stop()
    await refuse('one')
    // The start did not wait to see whether the earlier server still raises its count, because that server had noted that it ended.
    expect(looks).toEqual([])
    const second = await begun('one', 'files')
    stops = []
    // The second server is killed, so it no longer raises its count, and it has not noted that it ended.
    await second.look()
    await age()
    await refuse('one')
    expect(looks, 'control').toHaveLength(1)
  })

  test('control: if two servers raise their counts in the watermark of one folder, each takes the other for a restored database, and all stock would be held back', async () => {
    const one = await begun('one', 'files')
    const two = await begun('one', 'files')
    for (const server of [one, one, two]) await server.look()
    expect(one.setbacks.length + two.setbacks.length).toBeGreaterThan(0)
  })
})
