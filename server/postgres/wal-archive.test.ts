// Several processes move the same WAL to the backups at the same time, and none of the WAL is lost or damaged.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeWal, walDir } from './wal-archive.ts'

const root = mkdtempSync(join(tmpdir(), 'portal-wal-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('twenty processes that empty one spool of WAL at the same time all succeed, every segment arrives whole, and no partial file is left', async () => {
  const [spool, backups] = [mkdtempSync(join(root, 'spool-')), mkdtempSync(join(root, 'backups-'))]
  const segments = new Map(Array.from({ length: 5 }, (_, n) => [`0000000100000000000000${(n + 16).toString(16).toUpperCase()}`, randomBytes(2 * 1024 * 1024)]))
  for (const [name, bytes] of segments) writeFileSync(join(spool, name), bytes)
  await Promise.all(Array.from({ length: 20 }, () => takeWal(spool, backups)))
  expect(readdirSync(walDir(backups)).sort()).toEqual([...segments.keys()])
  for (const [name, bytes] of segments) expect(readFileSync(join(walDir(backups), name)).equals(bytes), name).toBe(true)
  expect(readdirSync(spool)).toEqual([])
})

test('a WAL segment that cannot be archived stays in the spool after every try, and no try leaves a partial file', async () => {
  const [spool, backups] = [mkdtempSync(join(root, 'spool-')), mkdtempSync(join(root, 'backups-'))]
  const name = '000000010000000000000010'
  writeFileSync(join(spool, name), randomBytes(1024))
  // A folder in the backups with the segment's name makes the move fail.
  mkdirSync(join(walDir(backups), name), { recursive: true })
  for (let tries = 0; tries < 3; tries++) await expect(takeWal(spool, backups)).rejects.toThrow()
  expect([readdirSync(walDir(backups)), readdirSync(spool)]).toEqual([[name], [name]])
  rmSync(join(walDir(backups), name), { recursive: true })
  expect(await takeWal(spool, backups)).toBe(1)
})
