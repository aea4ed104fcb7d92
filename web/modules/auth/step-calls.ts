// The calls of the steps after the password, and what each step is given.
import { approvalCheck, codeAgain, loginVerify, type SignIn } from '../../../contract/auth.ts'
import { createClient } from '../../../contract/kit/client.ts'
import type { ErrorCode } from '../../../contract/kit/errors.ts'
import { send } from '../../kit/session.ts'
import type { UnderWay } from './under-way.ts'

export const steps = createClient({ loginVerify, codeAgain, approvalCheck }, send, () => ({}))

export type StepProps = {
  underWay: UnderWay
  arrived: (at: SignIn) => void
  /** Starts again; with a code, it says why. */
  over: (why?: ErrorCode) => void
}
