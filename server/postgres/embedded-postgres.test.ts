// The embedded PostgreSQL starts again after its server was killed, and even if its lock file is empty; a second start beside a running server is refused.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded-postgres.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-embedded-'))
  chmodSync(dataDir, 0o755)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function asOwner<Row extends pg.QueryResultRow>(ownerUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  return (await client.query<Row>(text).finally(() => client.end())).rows
}

test('the database starts, accepts nobody without the right password, and stops', async () => {
  const { ownerUrl, url, stop } = await startEmbedded(dataDir)
  await asOwner(ownerUrl, 'create table kept (n int); insert into kept values (1)')
  const stranger = new pg.Client({ connectionString: url.replace(/:[^:@]+@/, ':wrong@') })
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(dataDir, 'database.json')).mode & 0o777).toBe(0o600)
  await stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('a second start in the same directory is refused while the first server runs, and does not harm the first', async () => {
  const first = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: first.ownerUrl })
  await client.connect()
  await expect(startEmbedded(dataDir)).rejects.toThrow('another server is using')
  expect((await client.query('select n from kept')).rows).toEqual([{ n: 1 }])
  await client.end()
  await first.stop()
})

test('after a server was killed, the next server starts the database with everything that was committed', async () => {
  const code = `import { startEmbedded } from './server/postgres/embedded-postgres.ts'
    import pg from 'pg'
    const { ownerUrl } = await startEmbedded(process.argv[1])
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    await client.query('insert into kept values (2)')
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, dataDir], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  expect(signal).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true)
  const { ownerUrl, stop } = await startEmbedded(dataDir)
  expect(await asOwner(ownerUrl, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await stop()
})

test('an empty lock file, as a power cut leaves it, does not keep the database from starting', async () => {
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), '')
  const { stop } = await startEmbedded(dataDir)
  await stop()
})

test('a start with the passwords of another cluster is refused, and the error names their file', async () => {
  writeFileSync(join(dataDir, 'database.json'), JSON.stringify({ postgres: 'a', owner: 'b', app: 'c' }))
  await expect(startEmbedded(dataDir)).rejects.toThrow('database.json')
})

/** Finds calls that create a file without setting its access rights from the first byte. */
const open = (text: string) =>
  [...text.matchAll(/(?<!(?:handle|file)\.)\b(writeFileSync|writeFile|appendFile|open)\((?=[^)]*(?:\bfile\b|File\b|path, 'w))[^\n]*/g)]
    .map(([line]) => line)
    .filter((line) => !line.includes('0o600'))

test('every file that the server makes is private from its first byte on; control: a file made without a mode is found', () => {
  const folder = join(import.meta.dirname, '..')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !/node_modules|test/.test(name))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.flatMap((name) => open(readFileSync(join(folder, name), 'utf8')))).toEqual([])
  expect(open('  writeFileSync(passwordFile, password)\n')).toHaveLength(1)
})
