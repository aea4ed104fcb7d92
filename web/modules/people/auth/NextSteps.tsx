// The steps after the password: the one-time code, then waiting for a manager.
import { ApprovalStep } from './ApprovalStep.tsx'
import { CodeStep } from './CodeStep.tsx'
import type { StepProps } from './step-calls.ts'

export function NextSteps(props: StepProps) {
  const Step = props.underWay.at.next_step === 'approval' ? ApprovalStep : CodeStep
  return <Step {...props} />
}
