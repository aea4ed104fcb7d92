// Behind a pooler in transaction mode the product sells, isolates tenants and starts as it does without a pooler. Needs pgbouncer 1.21 or newer, in PATH or
// named by PGBOUNCER; without pgbouncer the test says so and is skipped.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { goods, rowsOf } from '../test/arrange.ts'
import { until } from '../test/wait-for.ts'
import { type World, world } from '../test/world.ts'
import { reasonsNotToStart } from './boot-check.ts'
import { createDb } from './db.ts'

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer'
const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
const isThere = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21)
if (!isThere) process.stderr.write(`\nSKIPPED: no pgbouncer 1.21 or newer here (found ${major}.${minor}); the product behind a pooler is not tested.\n\n`)

const SERVER_CONNECTIONS = 6
const ends: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true))
    socket.on('error', () => done(false)).on('connect', () => socket.destroy())
  })

/** Starts a pooler in front of a database, with few connections of its own; returns the URL that leads to the database through the pooler. */
async function pooled(url: string, prepared = 200): Promise<string> {
  const { hostname, port, username, password } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'portal-pooler-'))
  chmodSync(folder, 0o755)
  const own = await freePort()
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  // Changes to the deployed configuration file: only where the pooler listens and whom it lets in.
  const changes: [RegExp, string][] = [
    [/^portal = .*$/m, `* = host=${hostname} port=${port} user=${user} password=${secret}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
    [/^listen_port = .*$/m, `listen_port = ${own}`],
    [/^auth_type = .*$/m, 'auth_type = any'],
    [/^auth_file = .*$/m, ''],
    [/^max_prepared_statements = .*$/m, `max_prepared_statements = ${prepared}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${SERVER_CONNECTIONS}`],
  ]
  const deployed = readFileSync(join(import.meta.dirname, '../../deploy/pgbouncer.ini'), 'utf8')
  for (const [line] of changes) expect(deployed).toMatch(line)
  writeFileSync(
    join(folder, 'pooler.ini'),
    changes.reduce((text, [line, other]) => text.replace(line, other), deployed),
  )
  const child: ChildProcess = spawn(PROGRAM, ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), join(folder, 'pooler.ini')], { stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  ends.push(async () => {
    child.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await until('the pooler to start', () => {
    if (child.exitCode !== null) throw new Error('the pooler does not start')
    return answers(own)
  })
  const through = new URL(url)
  through.port = String(own)
  return through.href
}

describe.skipIf(!isThere)('behind a pooler in transaction mode', () => {
  let w: World
  const begun = async () => {
    if (w) return
    w = await world({ db: async (direct) => ({ url: await pooled(direct), max: 30 }) })
    ends.push(() => w.end())
  }

  test('the server may start: its role has the deadlines that the pooler does not pass on', async () => {
    await begun()
    // The tests' database runs without fsync. The check reports that as a reason not to start; the test ignores the reason, because poolers do not cause it.
    expect((await reasonsNotToStart(w.db)).filter((reason) => !/^(fsync|full_page_writes) is off$/.test(reason))).toEqual([])
  })

  test('more tills than the pooler has connections sell at the same time; each purchase is sold once, and the books are right', async () => {
    await begun()
    const { configuration_id } = await goods(w, { pins: 60 })
    const kiosque = await w.signIn('kiosque')
    const sold: (string | undefined)[] = []
    async function till(): Promise<void> {
      for (let i = 0; i < 6; i++) {
        const asked = { configuration_id, quantity: 1, ...(await kiosque.calls.transactionKey({})) }
        const [one, two] = [await kiosque.calls.sell(asked), await kiosque.calls.sell(asked)]
        expect(two.pins).toEqual(one.pins)
        sold.push(one.pins[0]?.pin)
      }
    }
    await Promise.all(Array.from({ length: 10 }, till))
    expect(new Set(sold).size).toBe(60)
    expect((await w.services.money.check(1)).filter(({ wrong }) => wrong > 0)).toEqual([])
    const [row] = await rowsOf<{ n: number }>(w, `select count(*)::int as n from tenant_activity where tenant_id = 1`)
    expect(row?.n).toBe(1)
  })

  test('no transaction sees the tenant that an earlier one set on the same connection', async () => {
    await begun()
    const TENANT = `select current_setting('app.tenant', true) as tenant`
    const asked = Array.from({ length: 200 }, (_, i) => 1 + (i % 2))
    const found = await Promise.all(asked.map((tenant_id) => w.db.read(tenant_id, (q) => q.query<{ tenant: string }>(TENANT))))
    expect(found.map(([row]) => Number(row?.tenant))).toEqual(asked)
    const bare = await Promise.all(asked.map(() => w.db.reference((q) => q.query<{ tenant: string | null }>(TENANT))))
    expect(bare.every(([row]) => !row?.tenant)).toBe(true)
    await expect(w.db.reference((q) => q.query('select * from users'))).rejects.toThrow()
  })

  test('control: a pooler that does not track prepared statements fails, because a connection lacks statements prepared on another', async () => {
    await begun()
    const db = createDb({ url: await pooled(w.url, 0), max: 10 })
    const ask = (i: number) => db.call({ name: `prepared_${i % 3}`, text: `select pg_sleep(0.005), ${i % 3} as i`, values: {} })
    // The pooler decides which connection a statement uses, so the test sends sixty statements at a time until one of them is lost.
    const lost = async () => (await Promise.allSettled(Array.from({ length: 60 }, (_, i) => ask(i)))).filter(({ status }) => status === 'rejected').length
    await until('a statement that is lost', lost).finally(db.close)
  })
})
