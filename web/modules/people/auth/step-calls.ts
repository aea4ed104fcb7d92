// The calls of the steps after the password, and the props of each step.

import { createClient } from '../../../../contract/kit/client.ts'
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { approvalCheck, codeAgain, loginVerify } from '../../../../contract/people/sign-in-steps.ts'
import { send } from '../../../kit/base/session.ts'
import type { UnderWay } from './under-way.ts'

export const steps = createClient({ loginVerify, codeAgain, approvalCheck }, send, () => ({}))

export type StepProps = {
  underWay: UnderWay
  arrived: (at: SignIn) => void
  /** Goes back to the first step of signing in; `why`: the code of the reason that the form then shows. */
  over: (why?: ErrorCode) => void
}
