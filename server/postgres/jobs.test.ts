// Jobs continue after the database was not reachable. Nothing crashes, even if the connection is lost at the very moment a job ends.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endsProcess } from '../kit/unhandled-failures.ts'
import { until } from '../test/wait-for.ts'
import { emptyDatabase } from '../test/world.ts'
import { keepRunning, startJobs } from './jobs.ts'

const WAIT_MS = 20_000

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
/** Receives the promise rejections that nobody handled. */
const loose = vi.fn()
const log = { error: vi.fn(), debug: vi.fn(), warn: vi.fn() }
beforeAll(async () => {
  database = await emptyDatabase()
  owner = new pg.Pool({ connectionString: database.ownerUrl, application_name: 'arranging' })
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  process.on('unhandledRejection', loose)
})
beforeEach(() => vi.clearAllMocks())
afterAll(async () => {
  await owner.end()
  await database.end()
  process.off('unhandledRejection', loose)
})

/** Cuts every connection except our own while a job ends. A lock delays the record of the job's end, so that the cut always falls into that moment. */
async function cutWhileOneEnds(...worker: Parameters<typeof startJobs> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never) {
  let end: () => void = () => undefined
  const ran: string[] = []
  const long = () =>
    new Promise<void>((done) => {
      end = done
      ran.push('long')
    })
  const jobs = await startJobs(database.ownerUrl, { long: { work: long }, short: { work: async () => void ran.push('short') } }, log, ...worker)
  await owner.query('delete from graphile_worker._private_jobs')
  await jobs.enqueue('long', {})
  await vi.waitFor(() => expect(ran).toContain('long'), WAIT_MS)
  const lock = await owner.connect()
  await lock.query('begin; lock table graphile_worker._private_jobs in share row exclusive mode')
  end()
  const others = `from pg_stat_activity where datname = current_database() and application_name <> 'arranging' and usename = current_user`
  const waiting = `select 1 ${others} and wait_event_type = 'Lock' and query ilike 'delete from%'`
  await vi.waitFor(async () => expect((await owner.query(waiting)).rowCount).toBe(1), WAIT_MS)
  await lock.query(`select pg_terminate_backend(pid) ${others}`)
  await lock.query('rollback')
  lock.release()
  return { jobs, ran }
}

test('a connection that is lost while a job ends does no harm: the runner is restarted, and the next jobs are done', async () => {
  for (let times = 1; times <= 3; times++) {
    const { jobs, ran } = await cutWhileOneEnds()
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(times), WAIT_MS)
    await jobs.enqueue('short', {})
    await vi.waitFor(() => expect(ran).toEqual(['long', 'short']), WAIT_MS).finally(jobs.stop)
  }
  expect(loose).not.toHaveBeenCalled()
}, 300_000)

test('control: with graphile-worker alone the lost connection is an unhandled failure, which ends a process', async () => {
  const { jobs } = await cutWhileOneEnds({})
  await vi.waitFor(() => expect(loose).toHaveBeenCalled(), WAIT_MS).finally(jobs.stop)
}, 240_000)

test('a job runner that gave up is started again, however often the start fails', async () => {
  const ends: (() => void)[] = []
  const start = vi.fn(async () => {
    const n = start.mock.calls.length
    if (n === 2 || n === 3) throw new Error('connect ECONNREFUSED')
    let end: () => void = () => undefined
    const promise = new Promise<void>((done) => {
      end = done
    })
    ends.push(end)
    return { promise, stop: async () => end() }
  })
  const stop = await keepRunning(start, log, { first: 5, last: 20 })
  ends[0]?.()
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(4), WAIT_MS)
  expect(log.error).toHaveBeenCalledTimes(2)
  await stop()
  expect(start).toHaveBeenCalledTimes(4)
})

test('a job runner that is still starting when it has to stop is stopped too, and stop() returns', async () => {
  let endFirst: () => void = () => undefined
  let started: () => void = () => undefined
  const first = { promise: new Promise<void>((done) => (endFirst = done)), stop: async () => endFirst() }
  let endSecond: () => void = () => undefined
  const second = { promise: new Promise<void>((done) => (endSecond = done)), stop: vi.fn(async () => endSecond()) }
  const start = vi.fn(async () => {
    if (start.mock.calls.length === 1) return first
    await new Promise<void>((done) => (started = done))
    return second
  })
  const stop = await keepRunning(start, log, { first: 1, last: 1 })
  endFirst()
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2), WAIT_MS)
  const stopped = stop()
  started()
  await stopped
  expect(second.stop).toHaveBeenCalled()
})

test('only an exception that interrupted its work ends the process; rejections and broken connections do not', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(endsProcess('exception', new TypeError('x is not a function'))).toBe(true)
  expect(endsProcess('exception', lost)).toBe(false)
  expect(endsProcess('rejection', new TypeError('x is not a function'))).toBe(false)
})

test('a job added while many long jobs wait does not wait for them', async () => {
  const ran: string[] = []
  let goOn: () => void = () => undefined
  const isThere = new Promise<void>((done) => {
    goOn = done
  })
  const jobs = await startJobs(
    database.ownerUrl,
    {
      begin: { work: async () => Array.from({ length: 8 }, (_, n) => ({ name: 'long', payload: { n }, key: `long ${n}` })) },
      long: {
        work: async () => {
          ran.push('long')
          if (ran.length === 1) {
            await until('all of them to wait', async () => (await owner.query(`select from graphile_worker.jobs where key like 'long %'`)).rowCount === 8)
            await jobs.enqueue('other', {})
            goOn()
          }
          await isThere
        },
      },
      other: { work: async () => void ran.push('other') },
    },
    log,
  )
  try {
    await jobs.enqueue('begin', {})
    await vi.waitFor(() => expect(ran).toHaveLength(9), WAIT_MS)
  } finally {
    await jobs.stop()
  }
  expect(ran.indexOf('other')).toBeLessThan(6)
})

test('a long job yields: its remaining work is queued behind waiting jobs, once for each key', async () => {
  const ran: string[] = []
  const jobs = await startJobs(
    database.ownerUrl,
    {
      run: {
        work: async ({ part }) => {
          ran.push(`run ${part}`)
          const later = { name: 'run', payload: { part: Number(part) + 1 }, key: 'of one run' }
          if (part === 1) await Promise.all([jobs.enqueue('other', { n: 1 }), jobs.enqueue('other', { n: 2 })])
          return Number(part) < 3 ? [later, later] : []
        },
      },
      other: { work: async ({ n }) => void ran.push(`other ${n}`) },
    },
    log,
  )
  try {
    await jobs.enqueue('run', { part: 1 })
    await vi.waitFor(() => expect(ran).toHaveLength(5), WAIT_MS)
  } finally {
    await jobs.stop()
  }
  expect([...ran].sort()).toEqual(['other 1', 'other 2', 'run 1', 'run 2', 'run 3'])
  expect(ran.indexOf('other 1')).toBeLessThan(ran.indexOf('run 2'))
})
