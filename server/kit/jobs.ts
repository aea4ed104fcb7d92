// Work that is not a request: by the clock, or put aside by one. graphile-worker keeps it in the database, so it survives a restart.
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import pg from 'pg'
import { connectionOptions, DEADLINES } from './pool.ts'

export type Jobs = { enqueue: (name: string, payload: Record<string, unknown>) => Promise<void> }
export type JobList = Record<string, { cron?: string; work: (payload: Record<string, unknown>) => Promise<void> }>

const CONCURRENCY = 2

/** On the direct connection: it listens. */
export async function startJobs(directUrl: string, jobs: JobList, log: FastifyBaseLogger): Promise<Jobs & { stop: () => Promise<void> }> {
  const pgPool = new pg.Pool(connectionOptions(directUrl, CONCURRENCY + 2, DEADLINES))
  // A connection that breaks is replaced; the worker itself tries again.
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  const cron = Object.entries(jobs).flatMap(([task, { cron: match }]) => (match ? [{ task, match }] : []))
  const runner: Runner = await run({
    pgPool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => (level === 'error' ? log.error(message) : log.debug(message))),
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, { work }]) => [name, (payload: unknown) => work((payload ?? {}) as Record<string, unknown>)]),
    ),
    parsedCronItems: parseCronItems(cron),
  })
  return {
    enqueue: async (name, payload) => void (await runner.addJob(name, payload)),
    stop: async () => {
      await runner.stop()
      await pgPool.end()
    },
  }
}
