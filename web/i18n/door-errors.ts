// The errors that the login shows. Before somebody has signed in, the browser loads only these, because the texts of all errors would be a twentieth of the
// login's size.
import type { ErrorCode } from '../../contract/kit/errors.ts'
import type { ProblemCode } from '../../contract/kit/problem-codes.ts'

/** Refusals of the calls that the login makes, and refusals that every call can get. */
export const doorRefusals = [
  ...(['invalid_input', 'form_unreadable', 'login_wrong', 'signed_out', 'code_wrong', 'account_stopped', 'login_expired', 'approval_refused'] as const),
  ...(['captcha_needed', 'forbidden', 'not_found', 'organisation_unknown', 'too_many_requests', 'share_used_up', 'too_large', 'internal', 'busy'] as const),
] satisfies readonly ErrorCode[]

/** Problems that the login's fields can have. */
export const doorProblems = ['required', 'invalid_value'] as const satisfies readonly ProblemCode[]

type Texts = { [key: string]: string | Texts }

/** The part of the texts of errors that the login needs: the texts of the codes above, and every text that belongs to no code. */
export function errorsAtDoor({ refusals, next, problems, ...others }: Texts): Texts {
  const only = (texts: string | Texts | undefined, codes: readonly string[]) =>
    Object.fromEntries(Object.entries(texts ?? {}).filter(([code]) => codes.includes(code)))
  return { ...others, refusals: only(refusals, doorRefusals), next: only(next, doorRefusals), problems: only(problems, doorProblems) }
}
