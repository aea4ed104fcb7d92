import { describe, expect, test } from 'vitest'
import { fileWorld } from '../test/world.ts'
import { createDb, retry } from './db.ts'

const w = await fileWorld()

describe('a transaction', () => {
  test('that reads cannot write', async () => {
    await expect(w.db.read(1, (q) => q.query(`update users set full_name = 'x' where tenant_id = 1`))).rejects.toMatchObject({ code: '25006' })
  })

  test('that fails leaves no change behind, and its connection can be used again', async () => {
    const before = await w.db.read(1, (q) => q.query('select full_name from users where tenant_id = 1 order by id'))
    const failing = w.db.write(1, async (q) => {
      await q.query(`update users set full_name = 'x' where tenant_id = 1`)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await w.db.read(1, (q) => q.query('select full_name from users where tenant_id = 1 order by id'))).toEqual(before)
  })

  test('does not leave its tenant set for the next one on the same connection', async () => {
    const one = createDb({ url: w.url, max: 1 })
    await one.read(1, (q) => q.query('select 1'))
    await expect(one.reference((q) => q.query('select * from users'))).rejects.toThrow()
    await one.close()
  })

  test('gets its own answers when many transactions run at the same time', async () => {
    const asked = Array.from({ length: 50 }, (_, i) => i)
    const answers = await Promise.all(
      asked.map((i) =>
        w.db.read(1 + (i % 2), (q) => q.query<{ i: number; tenant: string }>(`select $1::int as i, current_setting('app.tenant') as tenant`, [i])),
      ),
    )
    expect(answers.map(([row]) => row)).toEqual(asked.map((i) => ({ i, tenant: String(1 + (i % 2)) })))
  })

  test('with several queries sent together returns each answer in its place, and in its own tenant', async () => {
    const tenant = `select current_setting('app.tenant') as tenant`
    expect(await w.db.readAtOnce(2, (q) => [q.query('select 1 as i'), q.query(tenant)])).toEqual([[{ i: 1 }], [{ tenant: '2' }]])
    const change = `update users set full_name = 'x' where tenant_id = 1`
    await expect(w.db.readAtOnce(1, (q) => [q.query(change)])).rejects.toMatchObject({ code: '25006' })
  })

  test('with several changes sent together is committed whole, or leaves nothing when one of its statements fails', async () => {
    const named = () => w.db.read(1, (q) => q.query<{ full_name: string }>('select full_name from users where tenant_id = 1 order by id limit 1'))
    const calling = (name: string) => `update users set full_name = '${name}' where tenant_id = 1`
    await w.db.writeAtOnce(1, (q) => [q.query(calling('whole'))])
    expect(await named()).toEqual([{ full_name: 'whole' }])
    await expect(w.db.writeAtOnce(1, (q) => [q.query(calling('half')), q.query('select 1 / 0')])).rejects.toMatchObject({ code: '22012' })
    expect(await named()).toEqual([{ full_name: 'whole' }])
    // Control: a statement that waits for an answer is sent too late and runs outside its tenant.
    await expect(w.db.writeAtOnce(1, (q) => [q.query('select 1').then(() => q.query(calling('late')))])).rejects.toThrow()
    expect(await named()).toEqual([{ full_name: 'whole' }])
  })

  test('that fails before a later statement was prepared leaves its connection usable', async () => {
    const one = createDb({ url: w.url, max: 1 })
    const later = { name: 'later', text: 'select 2 as i', values: [] }
    await expect(one.readAtOnce(1, (q) => [q.query('select 1 / 0'), q.query(later)])).rejects.toMatchObject({ code: '22012' })
    expect(await one.readAtOnce(1, (q) => [q.query(later)])).toEqual([[{ i: 2 }]])
    await one.close()
  })

  test.each([-1, 1.5, Number.NaN])('of tenant %d is refused', async (tenant_id) => {
    await expect(w.db.read(tenant_id, (q) => q.query('select 1'))).rejects.toThrow('no tenant')
  })
})

test('a whole number from the database that JavaScript cannot hold exactly is an error, not a wrong number', async () => {
  await expect(w.db.read(1, (q) => q.query('select 9007199254740993::bigint as n'))).rejects.toThrow('safe integer')
  expect(await w.db.read(1, (q) => q.query('select 9007199254740991::bigint as n, date $$2026-10-25$$ as day'))).toEqual([
    { n: 9007199254740991, day: '2026-10-25' },
  ])
})

test('an instant is read in the form that answers have: ISO text in UTC, cut to milliseconds, whatever the time zone of the connection', async () => {
  const moments = [
    '2026-11-22 10:00:00+00',
    '2026-10-25 02:59:59.123999+02',
    '1969-12-31 23:59:59.999+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-01-01 00:00:00+00',
  ]
  const read = (zone: string) =>
    w.db.read(1, async (q) => {
      await q.query(`set local timezone = '${zone}'`)
      return q.query<{ at: string | null }>('select at from unnest($1::timestamptz[]) with ordinality as t(at, place) union all select null', [moments])
    })
  const texts = [
    '2026-11-22T10:00:00.000Z',
    '2026-10-25T00:59:59.123Z',
    '1969-12-31T23:59:59.999Z',
    '-000043-03-15T12:00:00.000Z',
    '+012026-01-01T00:00:00.000Z',
  ]
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata']) expect((await read(zone)).map(({ at }) => at)).toEqual([...texts, null])
})

describe('repeatable work (retry)', () => {
  const failing = (code: string, times: number) => {
    let calls = 0
    return { calls: () => calls, work: async () => (++calls <= times ? Promise.reject(Object.assign(new Error(code), { code })) : 'done') }
  }

  test.each(['40001', '40P01', '08006', '57P01', '25006'])('is tried again after the error %s', async (code) => {
    expect(await retry(failing(code, 2).work)).toBe('done')
  })

  test.each(['23505', 'PX404', '55P03'])('is not tried again after the error %s', async (code) => {
    const { work, calls } = failing(code, 1)
    await expect(retry(work)).rejects.toMatchObject({ code })
    expect(calls()).toBe(1)
  })

  test('is given up after three more tries', async () => {
    const { work, calls } = failing('40001', 9)
    await expect(retry(work)).rejects.toMatchObject({ code: '40001' })
    expect(calls()).toBe(4)
  })
})
