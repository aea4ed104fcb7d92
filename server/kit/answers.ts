// Every error as an answer: refusals with their code, anything else without a word of what happened inside.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, isBusy, Refusal } from './errors.ts'

const RETRY_AFTER_S = '1'

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request)
  if (refusal.status === 503 || refusal.status === 429 || refusal.code === 'in_progress') void reply.header('retry-after', RETRY_AFTER_S)
  return reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.body)
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too_large')
  if (isBadRequest(error)) return new Refusal('form_unreadable')
  // The error may hold values of the statement: its code and its place are enough to find it.
  request.log.error({ code: codeOf(error), stack: stackOf(error), call: request.routeOptions.config.call }, 'unexpected error')
  return isBusy(error) ? new Refusal('busy') : new Refusal('internal', { detail: { reference: request.id }, message: request.routeOptions.config.failure })
}

const isBadRequest = (error: unknown) => {
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  return Boolean(code?.startsWith('FST_')) && statusCode !== undefined && statusCode >= 400 && statusCode < 500
}

/** Message and places of our own errors; of the database's only the message, which names no values. */
const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
