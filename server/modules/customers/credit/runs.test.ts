// Credit runs are done by the server: no page has to stay open, another server continues if the first one stops, and each row is booked once.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { goOn, goOnWithAll } from './runs.ts'

const shops = ['kiosque', 'gare'] as const
const w = await fileWorld()
const nord = await w.signIn('nord')
for (const shop of shops) await giveWallet(w, await organisationId(w, shop), 0)

const rowsOfRun = async (count: number, note: string) =>
  (await nord.calls.transactionKeys({ count })).transaction_keys.map((transaction_key, i) => ({
    ...{ transaction_key, username: shops[i % 2] ?? '', amount: (1 + i) * EURO, remarks: note },
  }))
const booked = async (note: string) => (await rowsOf<{ amount: number }>(w, 'select amount from transfers where tenant_id = 1 and remarks = $1', [note])).length
const progress = (run_id: string, person = nord) => person.calls.creditRunProgress({ run_id })

test('a run is begun, passed to the server’s jobs, and finished without a further request; the result of every row can be read later', async () => {
  const rows = [...(await rowsOfRun(20, 'monthly')), { transaction_key: 'made up', username: 'nobody-here', amount: EURO }]
  const { run_id } = await nord.calls.creditRunStart({ rows })
  expect(w.enqueued.at(-1)).toEqual({ name: 'credit_run', payload: { tenant_id: 1, run_id } })
  expect(await progress(run_id)).toEqual({ total: 21, rows: [] })
  await goOn(w.services, 1, run_id)
  const { rows: results } = await progress(run_id)
  expect(results.map(({ row }) => row)).toEqual(rows.map((_, i) => i))
  expect(results.filter(({ outcome }) => outcome === 'booked')).toHaveLength(20)
  expect(results[20]).toMatchObject({ outcome: 'refused', code: 'not_found' })
  expect(await booked('monthly')).toBe(20)
  const written = await rowsOf<{ username: string; address: string }>(w, `select username, address from audit where tenant_id = 1 and reason = 'monthly'`)
  expect(written).toHaveLength(20)
  expect(written[0]).toEqual({ username: 'nord', address: '127.0.0.1' })
  await expect(progress(run_id, await w.signIn('sud'))).rejects.toMatchObject({ code: 'not_found' })
})

test('if a server stops after a row was booked and before its result was stored, the next server continues the run, and no row is booked twice', async () => {
  const rows = await rowsOfRun(20, 'stopped')
  const { run_id } = await nord.calls.creditRunStart({ rows })
  const db = { ...w.services.db }
  let writes = 0
  // The rows of the second portion are booked, but storing their results fails.
  db.write = (async (tenant_id, work) => {
    const told = await w.services.db.write(tenant_id, async (q) => {
      const counting: typeof q = {
        query: (statement, values) => {
          if (typeof statement === 'string' && statement.includes('update credit_runs set results') && ++writes === 2) throw new Error('killed')
          return q.query(statement, values)
        },
      }
      return work(counting)
    })
    return told
  }) as typeof db.write
  await expect(goOn({ ...w.services, db }, 1, run_id)).rejects.toThrow('killed')
  expect((await progress(run_id)).rows).toHaveLength(8)
  expect(await booked('stopped')).toBe(16)
  // The claim of the stopped server lasts a minute, during which no other server continues the run.
  await goOnWithAll(w.services, 1)
  expect((await progress(run_id)).rows).toHaveLength(8)
  w.clock.advance(61_000)
  await goOnWithAll(w.services, 1)
  expect((await progress(run_id)).rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'booked'))
  expect(await booked('stopped')).toBe(20)
  // Control: the same rows under other keys are booked again.
  const again = await nord.calls.creditRunStart({ rows: (await rowsOfRun(2, 'stopped')).slice(0, 2) })
  await goOn(w.services, 1, again.run_id)
  expect(await booked('stopped')).toBe(22)
})

test('a run that is begun again because the answer was lost books each row once', async () => {
  const rows = await rowsOfRun(10, 'twice')
  const runs = [await nord.calls.creditRunStart({ rows }), await nord.calls.creditRunStart({ rows })]
  await Promise.all(runs.map(({ run_id }) => goOn(w.services, 1, run_id)))
  const [one, two] = await Promise.all(runs.map(({ run_id }) => progress(run_id)))
  expect(one?.rows).toEqual(two?.rows)
  expect(await booked('twice')).toBe(10)
})

test('when a user loses the right to credit during a run, the run books nothing more', async () => {
  await rowsOf(w, `update users set flags = flags || '{has_credit}' where tenant_id = 1 and username = 'nord-stock'`)
  const clerk = await w.signIn('nord-stock')
  const rows = (await clerk.calls.transactionKeys({ count: 3 })).transaction_keys.map((transaction_key) => ({
    ...{ transaction_key, username: 'gare', amount: EURO, remarks: 'dismissed' },
  }))
  const { run_id } = await clerk.calls.creditRunStart({ rows })
  await rowsOf(w, `update users set flags = array_remove(flags, 'has_credit') where tenant_id = 1 and username = 'nord-stock'`)
  await goOn(w.services, 1, run_id)
  const [kept] = await rowsOf<{ results: { code: string }[] }>(w, 'select results from credit_runs where tenant_id = 1 and id = $1', [run_id])
  expect(kept?.results.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden'])
  expect(await booked('dismissed')).toBe(0)
  expect(await wrongs(w)).toEqual([])
})
