// Starts, once for all server tests, an embedded PostgreSQL with the demo world in the database `portal`, which every test file clones. With CITUS=host:port the
// world is that of a Citus cluster instead.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Catalogue, catalogueOf } from '../../tools/shapes/catalogue.ts'
import { createKeys } from '../kit/keys.ts'
import { startEmbedded } from '../postgres/embedded-postgres.ts'
import { migrate } from '../postgres/migrate.ts'
import { seedDemo } from '../seeds/demo.ts'
import { quickFolder } from './in-memory.ts'
import { ask, becomeCluster, citusNodes, type Nodes } from './nodes.ts'
import { quickPasswords } from './quick-passwords.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { url: string; ownerUrl: string; superuserUrl: string; nodes: string[]; masterKey: string }
    /** What the statements that the tests send are compared with (sent-statements.ts). */
    catalogue: Catalogue
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = quickFolder('test')
  const { url, ownerUrl, superuserUrl, nodes, stop } = await started(dataDir)
  const end = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    for (const node of nodes) for (const setting of HASTE) await ask(node, setting)
    const masterKey = randomBytes(32).toString('base64')
    await migrate(ownerUrl)
    await seedDemo({ ownerUrl, keys: createKeys(Buffer.from(masterKey, 'base64')), clock: () => new Date() })
    await readied(superuserUrl)
    project.provide('catalogue', await catalogueOf(ownerUrl))
    if (nodes.length > 1) await becomeCluster(nodes, 'portal')
    project.provide('cluster', { url, ownerUrl, superuserUrl, nodes, masterKey })
    return end
  } catch (error) {
    await end()
    throw error
  }
}

async function started(dataDir: string): Promise<Nodes> {
  if (process.env.CITUS) return citusNodes(process.env.CITUS)
  const embedded = await startEmbedded(dataDir)
  return { ...embedded, nodes: [embedded.superuserUrl] }
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
  await ask(url, 'update connections set is_active = false')
}
