// A row of the registrations, and what it is called.
import type { Row } from '../../kit/list-state.ts'

export type Registration = Row<'registrationsList'>

export const nameOf = ({ full_name, username }: Registration) => full_name || username
