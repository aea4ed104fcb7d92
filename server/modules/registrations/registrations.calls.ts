// Registrations.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Registrations = Pick<Handlers, 'registrationUserName' | 'registrationCode' | 'registrationPassword' | 'registrationsList' | 'registrationUpdate'>

const open = async () => {
  throw new Refusal('internal')
}

export const registrations: Registrations = {
  registrationUserName: open,
  registrationCode: open,
  registrationPassword: open,
  registrationsList: open,
  registrationUpdate: open,
}
