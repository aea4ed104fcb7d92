// Log lines: JSON for a machine, readable lines for a person at a terminal. Secrets are taken out before a line of either form is written.
import { type DestinationStream, type Logger, pino } from 'pino'

const SECRETS = ['req.headers.authorization', 'headers.authorization', 'password', 'token', 'pin', 'pins']

/** `isTerminal`: whether a person reads; `to`: a file's descriptor or path. */
export type LogTarget = { isTerminal: boolean; to: number | string }

export const STANDARD_OUTPUT: LogTarget = { isTerminal: process.stdout.isTTY === true, to: 1 }

export const createLog = async (level: string, target: LogTarget): Promise<Logger> =>
  pino({ level, redact: SECRETS }, target.isTerminal ? await readable(target.to) : background(target.to))

/**
 * Lines are written in the background. A request does not wait for its line, and lines of a busy moment are written together, half a second late at most. pino
 * writes out the rest when the process ends; only a killed process loses its last lines.
 */
const background = (dest: number | string): DestinationStream => pino.destination({ dest, sync: false, minLength: 4_096, periodicFlush: 500 })

/** Writes readable lines immediately and not in the background, for a person in a terminal. The library for that is loaded only when it is needed. */
async function readable(destination: number | string): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', errorLikeObjectKeys: ['err'] })
}
