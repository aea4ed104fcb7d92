// All servers of a portal store uploads and exports in one folder (FILES_DIR), and each server stores its own files in another folder (DATA_DIR). A mix-up is
// refused at the start. If FILES_DIR differs, a server does not find the files of the others; if two servers share a DATA_DIR, both count in one watermark and
// each takes the other for a restored database.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ConfigurationError } from '../kit/config.ts'
import { newId } from '../kit/ids.ts'
import type { Db } from './db.ts'
import { BEAT_MS, markIn } from './watermark.ts'

const MARK = 'files.json'
const Mark = z.object({ store_id: z.uuid() })

type FileClaim = {
  db: Pick<Db, 'call'>
  dataDir: string
  filesDir: string
  /** Whether the database is in dataDir; then there is no other server. */
  isOwn: boolean
  log: { warn: (fields: object, text: string) => void }
}

/** A server that has not raised its count in the watermark ("beat") for this long counts as gone. */
const ALIVE_S = 4 * (BEAT_MS / 1_000)

/** Throws if another running server uses this DATA_DIR. If the last server in it was killed a moment ago, the start waits for the time of one beat. */
export async function refuseUsedData({ db, dataDir, isOwn }: Pick<FileClaim, 'db' | 'dataDir' | 'isOwn'>): Promise<void> {
  const mark = isOwn ? undefined : markIn(dataDir)
  if (!mark || mark.is_over) return
  const beatOf = async () => {
    const [row] = await db.call<{ beat: number; is_young: boolean }>({
      name: 'watermark_young',
      text: `select beat, at > now() - interval '${ALIVE_S} s' as is_young from watermarks
              where server_id = :server_id`,
      values: { server_id: mark.server_id },
    })
    return row
  }
  const before = await beatOf()
  if (!before?.is_young) return
  for (const end = performance.now() + BEAT_MS + 1_000; performance.now() < end; await pause(250))
    if (((await beatOf())?.beat ?? 0) > before.beat)
      throw new ConfigurationError(
        `not starting: another running server uses DATA_DIR=${dataDir}. Each server has a DATA_DIR of its own; what servers share is FILES_DIR`,
      )
}

/** Makes sure that the folder belongs to this portal, and marks a folder that has no mark yet; throws if other servers use another folder. */
export async function claimFiles({ db, dataDir, filesDir, isOwn, log }: FileClaim): Promise<void> {
  mkdirSync(filesDir, { recursive: true, mode: 0o700 })
  const isFirst = await begin(db, storeIn(filesDir) ?? newId())
  const known = await storeOf(db)
  if (isFirst) return keep(filesDir, known)
  const found = storeIn(filesDir) ?? (isOwn ? undefined : await soon(filesDir))
  if (found === known) return
  if (found)
    throw new ConfigurationError(
      `not starting: FILES_DIR=${filesDir} holds the files of another portal, or those of this one from before it was moved. Name the folder that this ` +
        `portal’s servers share; if it is this one all the same, delete ${join(filesDir, MARK)}`,
    )
  if (isOwn) return keep(filesDir, known)
  if (await areOthersAlive(db, dataDir))
    throw new ConfigurationError(
      `not starting: this portal’s other servers keep their files elsewhere than in FILES_DIR=${filesDir}. Give all servers one folder, such as a disk that ` +
        'all of them mount; to move it, stop all servers, copy the folder, and start them with the new one',
    )
  const next = newId()
  const text = 'update file_stores set store_id = :next, since = now() where store_id = :known'
  await db.call({ name: 'file_store_move', text, values: { next, known } })
  keep(filesDir, next)
  log.warn({ filesDir }, 'files are kept in another folder from now on: uploads under way and exports of before are not found any more')
}

const keep = (filesDir: string, store_id: string) => writeFileSync(join(filesDir, MARK), JSON.stringify({ store_id }), { mode: 0o600 })

/** The mark in the folder; undefined if there is none or if it was only half written (power loss). */
function storeIn(filesDir: string): string | undefined {
  const file = join(filesDir, MARK)
  if (!existsSync(file)) return undefined
  try {
    return z.parse(Mark, JSON.parse(readFileSync(file, 'utf8'))).store_id
  } catch {
    return undefined
  }
}

/** Returns the mark in the folder. Waits for the mark a second at most: if several servers start at the same time, one of them writes it a moment later. */
async function soon(filesDir: string): Promise<string | undefined> {
  for (let tries = 10; tries > 0 && !storeIn(filesDir); tries--) await pause(100)
  return storeIn(filesDir)
}

async function begin(db: FileClaim['db'], store_id: string): Promise<boolean> {
  const text = `
    insert into file_stores (no, store_id, since) values (1, :store_id, now()) on conflict do nothing returning no`
  return (await db.call({ name: 'file_store_begin', text, values: { store_id } })).length > 0
}

async function storeOf(db: FileClaim['db']): Promise<string> {
  const [row] = await db.call<{ store_id: string }>({ name: 'file_store', text: 'select store_id from file_stores', values: {} })
  if (!row) throw new Error('no file store')
  return row.store_id
}

async function areOthersAlive(db: FileClaim['db'], dataDir: string): Promise<boolean> {
  const own = markIn(dataDir)?.server_id ?? null
  const [row] = await db.call<{ n: number }>({
    name: 'watermarks_alive',
    text: `select count(*)::int as n from watermarks
            where at > now() - interval '${ALIVE_S} s' and server_id is distinct from :own::uuid`,
    values: { own },
  })
  return (row?.n ?? 0) > 0
}
