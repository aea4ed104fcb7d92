// Writes the generated files that are committed, so that a reviewer sees them change: the schema, the access tables, the rights in the browser, the OpenAPI
// document, the client's types, the version of the money functions, and the README's SQL that creates the roles.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { calls } from '../contract/index.ts'
import { openapi } from '../contract/kit/openapi.ts'
import { setupSql } from '../server/postgres/bootstrap.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { functionsHash, migrate } from '../server/postgres/migrate.ts'
import { accessTable } from '../server/sweeps/access-table.ts'
import { schemaText } from '../server/sweeps/schema-text.ts'
import { clientTypes } from './client-types.ts'
import { rightsText } from './rights.ts'

const root = join(import.meta.dirname, '..')

mkdirSync(join(root, 'docs'), { recursive: true })
writeVersion()
const readme = join(root, 'README.md')
writeFileSync(
  readme,
  readFileSync(readme, 'utf8').replace(/(```sql\n)[^`]*(```)/, (_, open, close) => `${open}${setupSql()}${close}`),
)
writeFileSync(join(root, 'docs/access.md'), accessTable(calls))
writeFileSync(join(root, 'web/kit/base/rights.json'), rightsText(calls))
writeFileSync(join(root, 'docs/openapi.json'), `${JSON.stringify(openapi(calls), null, 2)}\n`)
writeFileSync(join(root, 'packages/client/src/calls.gen.ts'), await clientTypes(calls))
// Only tests import both server and web, so a test writes the table of the screens.
execFileSync('npx', ['vitest', 'run', '--project', 'unit', 'web/screens/screens.test.ts', '--update'], { cwd: root, stdio: 'inherit' })
await generateFromDatabase()

/** Writes the next version of the money functions. After a merge the file may have the version numbers of two branches; the higher one counts. */
function writeVersion(): void {
  const file = join(root, 'server/money/VERSION')
  const known = readFileSync(file, 'utf8')
  const numbers = [...known.matchAll(/^(\d+) /gm)].map(([, n]) => Number(n))
  if (known !== `${numbers[0]} ${functionsHash()}\n`) writeFileSync(file, `${Math.max(0, ...numbers) + 1} ${functionsHash()}\n`)
}

async function generateFromDatabase(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-generate-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  try {
    await migrate(database.ownerUrl)
    await generateSchema(database.ownerUrl)
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function generateSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  writeFileSync(join(root, 'docs/schema.txt'), await schemaText(client).finally(() => client.end()))
}
