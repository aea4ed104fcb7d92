// The three calls of a registration, and what this tab keeps of it: the proof of the code, for setting the password.
import { createClient } from '../../../../contract/kit/client.ts'
import { registrationCode, registrationPassword, registrationUserName } from '../../../../contract/registrations.ts'
import { send } from '../../../kit/session.ts'

export const calls = createClient({ registrationUserName, registrationCode, registrationPassword }, send, () => ({}))

const nameOf = (registration: string) => `proof ${registration.split('.')[0]}`

export const proofOf = (registration: string) => sessionStorage.getItem(nameOf(registration)) ?? ''
export const keepProof = (registration: string, proof: string) => sessionStorage.setItem(nameOf(registration), proof)
export const forgetProof = (registration: string) => sessionStorage.removeItem(nameOf(registration))
