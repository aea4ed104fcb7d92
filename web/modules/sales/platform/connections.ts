// Whether a supplier needs somebody: it answers badly, or our balance there is below its alarm limit.
import type { Tenant } from './use-tenants.ts'

export type Connection = NonNullable<Tenant['connections']>[number]

export const isLow = ({ balance, balance_alarm }: Connection) => balance !== null && balance < (balance_alarm ?? 0)
export const isTroubled = (connection: Connection) => connection.weather === 'poor' || connection.weather === 'down' || isLow(connection)
