// The three calls of a registration, what each step is given, and what this tab keeps of it: the proof of the code, for setting the password.
import { createClient } from '../../../../contract/kit/client.ts'
import { type RegistrationState, registrationCode, registrationPassword, registrationUserName } from '../../../../contract/registrations.ts'
import { send } from '../../../kit/session.ts'

export const calls = createClient({ registrationUserName, registrationCode, registrationPassword }, send, () => ({}))

const nameOf = (registration: string) => `proof ${registration.split('.')[0]}`

export const proofOf = (registration: string) => sessionStorage.getItem(nameOf(registration)) ?? ''
export const keepProof = (registration: string, proof: string) => sessionStorage.setItem(nameOf(registration), proof)
export const forgetProof = (registration: string) => sessionStorage.removeItem(nameOf(registration))

export type StepProps = {
  registration: string
  state: RegistrationState
  /** Where it stands now. */
  arrived: (state: RegistrationState) => void
  failed: (error: unknown) => void
}
