// The chain over the audit log: every row is sealed after it is written, and any later change is found and the row named.
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { writeAudit } from '../../../postgres/audit.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { auditJobs, startSealing } from './audit.ts'
import { ALL } from './chain.sql.ts'
import { checkAudit } from './check.ts'
import { cases, forged, insertRow, nudges, SEALED as ROWS } from './fixtures/tampering.ts'
import { createHeads } from './heads.ts'
import { sealAudit } from './seal.ts'

const TENANT = 1
const DENIED = { code: '42501' }

const w = await fileWorld()

const change = (i: number) => ({
  subject: { kind: 'user', id: newId(), name: `Person ${i}` },
  before: { city: 'Lille' },
  after: { city: `Lens ${i}` },
  reason: 'moved',
})
const origin = { action: 'settingsUpdate', actor: null, address: '10.0.0.1', device: 'Firefox, Linux' }
const write = (rows: number, at = w.clock.now(), tenant_id = TENANT) =>
  w.db.write(tenant_id, async (q) => {
    for (let i = 0; i < rows; i++) await writeAudit(q, { keys: w.services.keys, now: new Date(at.getTime() + i) }, origin, change(i))
  })
const seal = (since?: string) => sealAudit(w.services, TENANT, since)
const check = (tenant_id = TENANT) => checkAudit(w.services, tenant_id)
const headFile = () => join(w.services.dataDir, 'audit-heads.jsonl')
async function writeHead() {
  const end = await seal()
  if (end) await createHeads(w.services).add(TENANT, end)
}

await write(ROWS)
await seal()
await writeHead()
const heads = readFileSync(headFile(), 'utf8')
// Moves the clock on by two minutes. From then on a row without a seal is an error.
w.clock.advance(120_000)
await rowsOf(w, 'create table audit_kept as select * from audit')
await rowsOf(w, 'create table audit_chain_kept as select * from audit_chain')

const seqs = async () => (await rowsOf<{ seq: number }>(w, 'select seq from audit_chain where tenant_id = 1 order by seq')).map(({ seq }) => seq)
const auditIdAt = async (seq: number) =>
  (await rowsOf<{ id: string }>(w, 'select audit_id as id from audit_chain where tenant_id = 1 and seq = $1', [seq]))[0]?.id
async function restore() {
  for (const table of ['audit', 'audit_chain']) {
    for (const tenant of [1, 2]) await rowsOf(w, `delete from ${table}`, [], tenant)
    await rowsOf(w, `insert into ${table} select * from ${table}_kept`)
  }
  writeFileSync(headFile(), heads)
}

describe('a row of the audit log', () => {
  test('is sealed within seconds: each row gets the next number in the order of time, without gaps', async () => {
    expect(await seqs()).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1))
    expect(await check()).toMatchObject({ rows: ROWS, sealed: ROWS, sound: true, wrong: [], head_seq: ROWS })
  })

  test('that becomes visible late gets the next number, although its time is an hour earlier', async () => {
    await write(1, new Date(w.clock.now().getTime() - 60 * 60_000))
    await seal()
    expect((await seqs()).at(-1)).toBe(ROWS + 1)
    expect(await check()).toMatchObject({ sound: true })
    await restore()
  })

  test('whose time is before rows that are already sealed is found by the check of all rows', async () => {
    await rowsOf(w, `delete from audit_chain where seq > 1`)
    await rowsOf(w, `update audit_chain set audit_id = (select id from audit order by id desc limit 1)`)
    expect((await seal(ALL))?.seq).toBe(ROWS)
    await restore()
  })

  test('is sealed once, however many servers seal at the same moment', async () => {
    await write(40)
    await Promise.all(Array.from({ length: 8 }, () => sealAudit(w.services, TENANT)))
    await seal()
    expect(await seqs()).toEqual(Array.from({ length: ROWS + 40 }, (_, i) => i + 1))
    expect(await check()).toMatchObject({ sound: true })
    await restore()
  })

  test('that is not sealed for a minute is reported', async () => {
    await write(1, new Date(w.clock.now().getTime() - 61_000))
    expect((await check()).wrong).toMatchObject([{ what: 'unsealed', seq: null }])
    await restore()
  })
})

describe('the server’s own database role', () => {
  test.each([
    'update audit set reason = $1',
    'delete from audit where reason = $1',
    'update audit_chain set seq = seq where $1::text is null',
    'delete from audit_chain where $1::text is null',
  ])('is denied the SQL statement: %s', async (statement) => {
    await expect(w.db.write(TENANT, (q) => q.query(statement, ['x']))).rejects.toMatchObject(DENIED)
  })

  test('is denied emptying the audit log', async () => {
    await expect(w.db.write(TENANT, (q) => q.query('truncate audit_chain, audit'))).rejects.toMatchObject(DENIED)
  })
})

describe('the database’s owner', () => {
  beforeEach(restore)

  test('is detected when changing any column of the audit log', async () => {
    const columns = await rowsOf<{ name: string; type: string }>(
      w,
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'audit' and column_name not in ('tenant_id', 'id')`,
    )
    expect(columns.length).toBeGreaterThan(18)
    const audit_id = await auditIdAt(5)
    for (const { name, type } of columns) {
      await rowsOf(w, `update audit set ${name} = ${nudges[type]?.(name)} where id = $1`, [audit_id])
      expect((await check()).wrong, name).toEqual([{ seq: 5, audit_id, what: 'changed' }])
      await restore()
    }
  })

  test.each(cases)('is detected when $name', async ({ name, statements, wrong }) => {
    if (name.startsWith('moving')) await moveToOther(6)
    await runAll(statements.join('; '))
    const found = await check()
    expect(found.sound).toBe(false)
    for (const one of wrong) expect(found.wrong).toContainEqual(expect.objectContaining(one))
  })

  test('is detected when deleting the end of the log, even after the log has grown again', async () => {
    await runAll('delete from audit where id in (select audit_id from audit_chain where seq > 9); delete from audit_chain where seq > 9')
    await write(8)
    await writeHead()
    expect((await check()).wrong).toContainEqual({ seq: ROWS, audit_id: null, what: 'head' })
  })

  test('gains nothing by inserting a row that looks newly written: the worker does not seal it', async () => {
    await runAll(`${insertRow}; update audit set at = now() where id = '${forged}'`)
    await seal(ALL)
    expect(await seqs()).toHaveLength(ROWS)
  })

  test('control: if the owner changes nothing, the check finds nothing wrong', async () => {
    expect(await check()).toMatchObject({ sound: true, wrong: [] })
  })

  const runAll = (statements: string) => w.owner.query(`begin; set local app.tenant = '1'; ${statements}; commit`)

  async function moveToOther(seq: number) {
    const audit_id = await auditIdAt(seq)
    const client = await w.owner.connect()
    await client.query(`alter table audit no force row level security`)
    await client.query(`set app.tenant = '2'; update audit set tenant_id = 2 where id = '${audit_id}'; reset app.tenant`)
    await client.query(`alter table audit force row level security`)
    client.release()
    expect((await check(2)).wrong).toEqual([{ seq: null, audit_id, what: 'inserted' }])
  }
})

describe('the file with the signed ends (heads) of the audit log', () => {
  test('is readable by the server’s system user only, and a line without a valid signature is found', async () => {
    await restore()
    expect(statSync(headFile()).mode & 0o777).toBe(0o600)
    appendFileSync(headFile(), `\n${heads.trim().replace('"seq":12', '"seq":11')}\n{"torn`)
    expect((await check()).wrong).toContainEqual({ seq: null, audit_id: null, what: 'head' })
  })
})

test('the sealing worker seals without a request, and writes the head of the chain into the server’s log', async () => {
  const worker = startSealing(w.services)
  await write(3)
  await expect.poll(async () => (await seqs()).at(-1), { timeout: 30_000 }).toBe(ROWS + 3)
  await expect.poll(() => w.logs.filter((line) => line.includes('"audit_head"')).length, { timeout: 30_000 }).toBeGreaterThan(0)
  await worker.stop()
})

test('the job that checks the audit log reports errors, in the server’s log and as a metric', async () => {
  await restore()
  await rowsOf(w, `update audit set reason = 'better' where id = (select audit_id from audit_chain where seq = 2)`)
  await auditJobs(w.services).check_audit?.work({})
  expect(w.logs.some((line) => line.includes('AUDIT LOG CHECK FAILED') && line.includes('"seq":2'))).toBe(true)
  expect(await w.services.metrics.registry.getSingleMetricAsString('audit_wrong')).toMatch(/audit_wrong\{tenant_id="1"\} [1-9]/)
})
