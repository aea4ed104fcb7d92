// The steps of signing in after the password. They have their own file, because most sign-ins need no further step.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'
import { broken } from '../kit/rules.ts'
import { SignIn } from './auth.ts'

const underWay = { reference_id: field.id(), reference: field.text(100) }

export const loginVerify = call({
  path: '/verify/',
  summary: 'Second step of signing in: the one-time code, or a recovery code in its place. Without a reference: of the sign-in this browser began last',
  access: 'public',
  input: z
    .object({ username: field.text(100), otp: field.code(), reference_id: z.optional(underWay.reference_id), reference: z.optional(underWay.reference) })
    .check(({ value: { reference_id, reference }, issues }) => {
      if ((reference_id === undefined) !== (reference === undefined)) issues.push(broken('required', undefined, [reference ? 'reference_id' : 'reference']))
    }),
  output: SignIn,
  errors: ['code_wrong', 'login_expired'],
  changes: true,
})

export const codeAgain = call({
  path: '/send_code_again/',
  summary: 'Sends another one-time code for a sign-in under way (a call of our own)',
  access: 'public',
  input: z.object(underWay),
  output: SignIn,
  errors: ['login_expired', 'too_many_requests'],
  changes: true,
})

export const approvalCheck = call({
  path: '/check_login_request_approval/',
  summary: 'Whether a manager has approved this sign-in meanwhile; the first answer after that carries the token',
  access: 'public',
  input: z.object(underWay),
  output: SignIn,
  errors: ['approval_refused', 'login_expired'],
  changes: 'decides',
})
