// Starts, once for all server tests, an embedded PostgreSQL with the demo world in the database `portal`, which every test file clones.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createKeys } from '../kit/keys.ts'
import { startEmbedded } from '../postgres/embedded-postgres.ts'
import { migrate } from '../postgres/migrate.ts'
import { seedDemo } from '../seeds/demo.ts'
import { quickFolder } from './in-memory.ts'
import { quickPasswords } from './quick-passwords.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { url: string; ownerUrl: string; superuserUrl: string; masterKey: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = quickFolder('test')
  const { url, ownerUrl, superuserUrl, stop } = await startEmbedded(dataDir)
  const end = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await asked(superuserUrl, HASTE)
    const masterKey = randomBytes(32).toString('base64')
    await migrate(ownerUrl)
    await seedDemo({ ownerUrl, keys: createKeys(Buffer.from(masterKey, 'base64')), clock: () => new Date() })
    await readied(superuserUrl)
    project.provide('cluster', { url, ownerUrl, superuserUrl, masterKey })
    return end
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Settings that save time. No test cuts this cluster's power, so it need not wait for the disk at each commit, nor for the thousand files of a world that is
 * thrown away. A server would refuse to start on such a cluster, so test files that start a server turn the waiting on again (durable.ts).
 */
const HASTE = [
  'alter system set fsync = off',
  'alter system set full_page_writes = off',
  // The database is copied hundreds of times. Autovacuum would visit each copy as often as it visits a shop's only database, so it may come only once a minute.
  "alter system set autovacuum_naptime = '1min'",
  'select pg_reload_conf()',
]

/**
 * Prepares the demo world for tests. Switches the connections to suppliers off, because their simulators belong to another process, if they run at all. A test
 * that needs a supplier connects its own.
 */
async function readied(superuserUrl: string): Promise<void> {
  const url = superuserUrl.replace(/\/postgres$/, '/portal')
  await quickPasswords(url)
  await asked(url, ['update connections set is_active = false'])
}

/** Opens a connection to `url` and runs the statements over it, one after the other. */
async function asked(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
