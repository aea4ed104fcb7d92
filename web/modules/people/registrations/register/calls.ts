// The three calls of a registration, the props of each step, and the proof that the code was entered. This tab stores the proof until the password is set.
import { createClient } from '../../../../../contract/kit/client.ts'
import { type RegistrationState, registrationCode, registrationPassword, registrationUserName } from '../../../../../contract/people/registrations.ts'
import { send } from '../../../../kit/base/session.ts'

export const calls = createClient({ registrationUserName, registrationCode, registrationPassword }, send, () => ({}))

const nameOf = (registration: string) => `proof ${registration.split('.')[0]}`

export const proofOf = (registration: string) => sessionStorage.getItem(nameOf(registration)) ?? ''
export const keepProof = (registration: string, proof: string) => sessionStorage.setItem(nameOf(registration), proof)
export const forgetProof = (registration: string) => sessionStorage.removeItem(nameOf(registration))

export type StepProps = {
  registration: string
  state: RegistrationState
  /** Called with the registration's new state. */
  arrived: (state: RegistrationState) => void
  failed: (error: unknown) => void
}
