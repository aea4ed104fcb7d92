// Files made from others and committed, so that a reviewer sees them change: database types, the access table, the OpenAPI document.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { calls } from '../contract/index.ts'
import { openapi } from '../contract/kit/openapi.ts'
import { startEmbedded } from '../server/kit/embedded.ts'
import { migrate } from '../server/kit/migrate.ts'
import { accessTable } from '../server/sweeps/access-table.ts'

const root = join(import.meta.dirname, '..')

mkdirSync(join(root, 'docs'), { recursive: true })
writeFileSync(join(root, 'docs/access.md'), accessTable(calls))
writeFileSync(join(root, 'docs/openapi.json'), `${JSON.stringify(openapi(calls), null, 2)}\n`)
await generateTables(join(root, 'server/kit/tables.gen.ts'))

async function generateTables(file: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-generate-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  try {
    await migrate(database.ownerUrl)
    const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')
    const exclude = '{schema_placement,migrations,money_functions,pin_blocks}'
    const mapping = JSON.stringify({ int8: 'number', date: 'string' })
    execFileSync('node', [
      codegen,
      '--dialect',
      'postgres',
      '--url',
      database.ownerUrl,
      '--out-file',
      file,
      '--type-mapping',
      mapping,
      '--exclude-pattern',
      exclude,
    ])
    writeFileSync(
      file,
      `// Types of the tables, by \`npm run generate\`. Not to be edited.\n${readFileSync(file, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')}`,
    )
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
