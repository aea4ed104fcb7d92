// Finds jobs that are not done: those that failed several times, and those that no runner has begun although they are due.
import type { Query } from './db.ts'

/** A job may fail twice, for example while the database is restarted, before it counts as late. */
const TRIES = 3
/** How long a due job may wait. Jobs normally begin within a minute, so a queue that has waited longer is not being worked on. */
const DUE = `interval '15 minutes'`
/** How long a job that is no longer tried is reported: after a day the next job of the same name has usually done its work. */
const GIVEN_UP = `interval '1 day'`

/** The late jobs by name, with the number of tries so far; at most ten. */
export const lateJobs = (q: Query) =>
  q.query<{ name: string; tries: number }>(
    `select j.task_identifier as name, max(j.attempts)::int as tries
       from graphile_worker.jobs j
      where (j.attempts >= ${TRIES} and j.last_error is not null and j.updated_at > now() - ${GIVEN_UP})
         or (j.locked_at is null and j.attempts < j.max_attempts and j.run_at < now() - ${DUE})
      group by 1 order by 1 limit 10`,
  )
