// Turns every error into an answer. A refusal is answered with its code; the answer to any other error says nothing about what happened inside.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, isBusy, Refusal } from '../kit/errors.ts'

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
  // The error may quote values of the statement, so only its code and stack are logged.
  request.log.error({ code: codeOf(error), stack: stackOf(error), call: request.routeOptions.config.call }, 'unexpected error')
  return isBusy(error) ? new Refusal('busy') : new Refusal('internal', { detail: { reference: request.id }, message: request.routeOptions.config.failure })
}

const isBadRequest = (error: unknown) => {
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  return Boolean(code?.startsWith('FST_')) && statusCode !== undefined && statusCode >= 400 && statusCode < 500
}

/** The stack of an error (with its message), or the text of anything else that was thrown. */
const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
