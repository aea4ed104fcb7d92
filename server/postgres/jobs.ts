// Work outside requests: scheduled, or enqueued by a request. graphile-worker keeps the work in the database, so it survives a restart.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, makeWorkerUtils, parseCronItems, type Runner, run, type Task, type WorkerPluginContext } from 'graphile-worker'
import pg from 'pg'
import { isBusy } from '../kit/errors.ts'
import { connectionOptions, DEADLINES, withCode } from './pool.ts'

export type Jobs = { enqueue: (name: string, payload: Record<string, unknown>) => Promise<void> }
/** Work that is queued behind all other work; a key is queued only once. */
export type Later = { name: string; payload: Record<string, unknown>; key: string }
/** The jobs by name. `work` may return work that is to be done later, so that a long job lets other jobs run first. */
export type JobList = Record<string, { cron?: string; work: (payload: Record<string, unknown>) => Promise<void> | Promise<readonly Later[]> }>

type Log = Pick<FastifyBaseLogger, 'error' | 'debug' | 'warn'>

const CONCURRENCY = 2
/** The priority of work that comes after all other jobs, whose priority is 0. */
const BEHIND = 10
/** How long enqueuing a job is tried again, so that a request does not wait for it for minutes. */
const ENQUEUE_MS = 5_000
const ENQUEUE_AGAIN_MS = 200
/** The milliseconds before the runner is started again: `first` after the first failure, then doubled each time up to `last`. */
const AGAIN_MS = { first: 250, last: 30_000 }
/** After a runner has lasted this long, the pauses begin at `first` again. */
const HELD_MS = 60_000

/**
 * By default graphile-worker does not await the statement that records a job's end, so if the connection is lost at that moment, nobody handles the
 * rejection and the process ends. With these settings the runner stops in order.
 */
const STURDY: Partial<WorkerPluginContext['resolvedPreset']['worker']> = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/**
 * Starts the runner of jobs. It needs a direct connection to PostgreSQL, because it uses LISTEN. `worker` is only for the test that shows why STURDY
 * is needed.
 */
export async function startJobs(directUrl: string, jobs: JobList, log: Log, worker = STURDY): Promise<Jobs & { stop: () => Promise<void> }> {
  const pgPool = new pg.Pool(connectionOptions(directUrl, CONCURRENCY + 2, DEADLINES))
  // The pool replaces a connection that breaks, and the worker itself tries again, so the error needs no handling here.
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  const logger = new Logger(() => (level, message) => (level === 'error' ? log.error(message) : log.debug(message)))
  const cron = Object.entries(jobs).flatMap(([task, { cron: match }]) => (match ? [{ task, match }] : []))
  const stop = await keepRunning(
    () =>
      run({
        preset: { worker },
        pgPool,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        logger,
        taskList: Object.fromEntries(
          Object.entries(jobs).map(([name, { work }]): [string, Task] => [
            name,
            async (asked, { addJob }) => {
              const left = await work((asked ?? {}) as Record<string, unknown>)
              // Of the jobs with one key only the last is added. If an earlier one had started already, graphile-worker would add a second job and run both.
              for (const { name, payload, key } of new Map((left ?? []).map((one) => [one.key, one])).values())
                await addJob(name, payload, { jobKey: key, jobKeyMode: 'preserve_run_at', priority: BEHIND })
            },
          ]),
        ),
        parsedCronItems: parseCronItems(cron),
      }),
    log,
  )
  // These functions do not depend on the runner, so that work can be enqueued while the runner is down.
  const utils = await makeWorkerUtils({ pgPool, logger })
  return {
    // Every connection of the pool may be dead, so enqueuing is retried. A job may then be enqueued twice; any job may run twice.
    enqueue: async (name, payload) => {
      for (const end = performance.now() + ENQUEUE_MS; ; await pause(ENQUEUE_AGAIN_MS))
        try {
          await utils.addJob(name, payload)
          return
        } catch (error) {
          if (performance.now() > end || !isBusy(withCode(error))) throw error
        }
    },
    stop: async () => {
      await stop()
      await utils.release()
      await pgPool.end()
    },
  }
}

/** Restarts a runner that lost its database, as often as needed. Throws when the first start fails. */
export async function keepRunning(start: () => Promise<Pick<Runner, 'promise' | 'stop'>>, log: Log, again = AGAIN_MS): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let runner = await start()

  async function supervise(): Promise<void> {
    for (let wait_ms = again.first; ; wait_ms = Math.min(2 * wait_ms, again.last)) {
      const since = performance.now()
      await runner.promise.catch(() => undefined)
      if (performance.now() - since > HELD_MS) wait_ms = again.first
      if (stopping.signal.aborted) return
      log.warn({ wait_ms }, 'the job runner ended and is started again')
      // The pause rejects when stop() is called.
      await pause(wait_ms, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await start().then(
        (next) => {
          runner = next
        },
        (error: unknown) => log.error(String(error)),
      )
      // If stop() was called during the start, stop() itself ends the new runner; waiting for that runner here would never end.
      if (stopping.signal.aborted) return
    }
  }

  const supervision = supervise()
  return async () => {
    stopping.abort()
    // A runner that ended by itself throws, because it is already stopped.
    await runner.stop().catch(() => undefined)
    await supervision
    // If the runner was still starting, it is stopped now.
    await runner.stop().catch(() => undefined)
  }
}
