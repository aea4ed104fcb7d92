// A row of the list of registrations, and the name shown for it.
import type { Row } from '../../../kit/base/list-state.ts'

export type Registration = Row<'registrationsList'>

export const nameOf = ({ full_name, username }: Registration) => full_name || username
