// Started once for all server tests: an embedded PostgreSQL with the demo world in database `portal`, which every test file clones.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createKeys } from '../kit/keys.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import { migrate } from '../postgres/migrate.ts'
import { seedDemo } from '../seeds/demo.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { url: string; ownerUrl: string; superuserUrl: string; masterKey: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
  chmodSync(dataDir, 0o755)
  const { url, ownerUrl, superuserUrl, stop } = await startEmbedded(dataDir)
  const end = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const masterKey = randomBytes(32).toString('base64')
    await migrate(ownerUrl)
    await seedDemo({ ownerUrl, keys: createKeys(Buffer.from(masterKey, 'base64')), clock: () => new Date() })
    project.provide('cluster', { url, ownerUrl, superuserUrl, masterKey })
    return end
  } catch (error) {
    await end()
    throw error
  }
}
