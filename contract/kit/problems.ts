// Turns the issues of a schema into problems of fields, both for the server's answer and for the form.
import type * as z from 'zod/mini'
import type { FieldProblem } from './errors.ts'
import { type ProblemCode, problemCodeOf } from './problem-codes.ts'

type Issue = z.core.$ZodIssue

/** The code of an issue. The message of one of our rules (`rules.ts`) is its code; for an issue without such a rule the code depends on the kind of issue. */
function codeOf(issue: Issue): ProblemCode {
  if (issue.code === 'unrecognized_keys') return 'filter_unknown'
  if (/^[a-z_]+$/.test(issue.message)) return problemCodeOf(issue.message)
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'wrong_type'
  return problemCodeOf(issue.code)
}

function limitOf(issue: Issue): number | string | undefined {
  if (issue.code === 'unrecognized_keys') return issue.keys.join(', ').slice(0, 100)
  return issue.code === 'too_big' ? Number(issue.maximum) : issue.code === 'too_small' ? Number(issue.minimum) : undefined
}

/** Every refused field, once each, with the first rule that it breaks, in the order of the issues. */
export function problemsOf(issues: readonly Issue[]): FieldProblem[] {
  const seen = new Map<string, FieldProblem>()
  for (const issue of issues) {
    const field = issue.path.join('.')
    const limit = limitOf(issue)
    if (!seen.has(field)) seen.set(field, { field, code: codeOf(issue), ...(limit === undefined ? {} : { limit }) })
  }
  return [...seen.values()]
}
