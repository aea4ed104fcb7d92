// Files made from others and committed, so that a reviewer sees them change: database types, the schema, the access table, the OpenAPI document.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { calls } from '../contract/index.ts'
import { openapi } from '../contract/kit/openapi.ts'
import { startEmbedded } from '../server/kit/embedded.ts'
import { migrate } from '../server/kit/migrate.ts'
import { accessTable } from '../server/sweeps/access-table.ts'
import { schemaText } from '../server/sweeps/schema-text.ts'

const root = join(import.meta.dirname, '..')

mkdirSync(join(root, 'docs'), { recursive: true })
writeFileSync(join(root, 'docs/access.md'), accessTable(calls))
writeFileSync(join(root, 'docs/openapi.json'), `${JSON.stringify(openapi(calls), null, 2)}\n`)
await generateFromDatabase()

async function generateFromDatabase(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-generate-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  try {
    await migrate(database.ownerUrl)
    await generateSchema(database.ownerUrl)
    generateTables(database.ownerUrl, join(root, 'server/kit/tables.gen.ts'))
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

function generateTables(url: string, file: string): void {
  const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')
  const exclude = '{schema_placement,migrations,money_functions,pin_blocks}'
  const mapping = JSON.stringify({ int8: 'number', date: 'string' })
  execFileSync('node', [codegen, '--dialect', 'postgres', '--url', url, '--out-file', file, '--type-mapping', mapping, '--exclude-pattern', exclude])
  writeFileSync(file, `// Types of the tables, by \`npm run generate\`. Not to be edited.\n${readFileSync(file, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')}`)
}
