// A refusal: the error that a handler throws to answer with one of the contract's error codes.
import { type Detail, type ErrorCode, errors, type FieldProblem, type RefusalBody } from '../../contract/kit/errors.ts'
import type { ProblemCode } from '../../contract/kit/problem-codes.ts'
import { problemSentence } from './problem-texts.ts'

type RefusalFacts = { detail?: Detail; problems?: FieldProblem[]; account_status?: 0 | 1; message?: string | undefined }

export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Detail | undefined
  readonly problems: FieldProblem[] | undefined
  /** 0 means that the account is stopped: the browser then shows the login page and does not try again. */
  readonly account_status: 0 | 1
  /** An English message for people who read raw answers; for a refused field it is the sentence of the first problem. */
  private readonly said: string
  constructor(code: ErrorCode, { detail, problems, account_status = 1, message }: RefusalFacts = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
    this.problems = problems
    this.account_status = account_status
    this.said = message ?? (problems?.[0] ? problemSentence(problems[0]) : errors[code].text)
  }

  get status(): number {
    return errors[this.code].status
  }

  get body(): RefusalBody {
    const { code, account_status, problems, detail } = this
    return { message_type: 0, code, message: this.said, account_status, ...(problems ? { problems } : {}), ...(detail ? { detail } : {}) }
  }
}

/** Refuses a field that is well-formed but refers to nothing, or contradicts the other fields. */
export const refuseField = (field: string, code: ProblemCode, limit?: number | string): Refusal =>
  new Refusal('invalid_input', { problems: [{ field, code, ...(limit === undefined ? {} : { limit }) }] })

/** Error codes after which the same request may be sent again: overload, failover, a lock not obtained, shutdown, no answer. */
const BUSY = /^(08...|40001|40P01|53...|55P03|57014|57P0[1-3]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** The error code of Node or PostgreSQL in the thrown value; empty if it has none. */
export const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

export const isBusy = (error: unknown): boolean => BUSY.test(codeOf(error))
