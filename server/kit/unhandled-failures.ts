// Failures that no code handled. A rejected promise is only logged, because it broke nothing else. An uncaught exception interrupted work that may be half
// done, so the process shuts down in order and is restarted. A broken connection is only logged, too, because it is replaced when it is next needed.
import type { FastifyBaseLogger } from 'fastify'
import { codeOf, isBusy } from './errors.ts'

export type Failure = 'rejection' | 'exception'

export const endsProcess = (kind: Failure, error: unknown): boolean => kind === 'exception' && !isBusy(error)

/** `end`: shuts the process down in order. */
export function watchFailures(log: Pick<FastifyBaseLogger, 'error' | 'fatal'>, end: () => void): void {
  const look = (kind: Failure) => (error: unknown) => {
    const said = { kind, code: codeOf(error), stack: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    if (endsProcess(kind, error)) log.fatal(said, 'an exception nobody caught: the server ends')
    else return log.error(said, 'a failure nobody waited for')
    end()
  }
  process.on('unhandledRejection', look('rejection'))
  process.on('uncaughtException', look('exception'))
}
