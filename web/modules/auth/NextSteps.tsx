// The steps after the password: the one-time code, then waiting for a manager.
import { approvalCheck, codeAgain, loginVerify, type SignIn } from '../../../contract/auth.ts'
import { createClient } from '../../../contract/kit/client.ts'
import type { ErrorCode } from '../../../contract/kit/errors.ts'
import { send } from '../../kit/session.ts'
import { ApprovalStep } from './ApprovalStep.tsx'
import { CodeStep } from './CodeStep.tsx'
import type { UnderWay } from './under-way.ts'

const steps = createClient({ loginVerify, codeAgain, approvalCheck }, send, () => ({}))

export type StepProps = {
  underWay: UnderWay
  calls: typeof steps
  arrived: (at: SignIn) => void
  /** Starts again; with a code, it says why. */
  over: (why?: ErrorCode) => void
}

export function NextSteps(props: Omit<StepProps, 'calls'>) {
  const Step = props.underWay.at.next_step === 'approval' ? ApprovalStep : CodeStep
  return <Step calls={steps} {...props} />
}
