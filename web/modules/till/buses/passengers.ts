// The passengers while they are being typed, a row for each seat. The rows are kept if the reserved seats are lost.
import type { Input } from '../../../kit/base/api.ts'
import type { Party } from './journey.ts'

export type Named = { kind: 'adult' | 'child'; first_name: string; last_name: string; birth_date: string }
type Passengers = NonNullable<Input<'flixbus'>['passengers']>

/** Returns a row for each seat, adults first. Passengers that were typed before keep their rows. */
export function seatsFor({ adults, children }: Pick<Party, 'adults' | 'children'>, before: readonly Named[]): Named[] {
  const of = (kind: Named['kind'], count: number) => {
    const known = before.filter((each) => each.kind === kind)
    return Array.from({ length: count }, (_, i): Named => known[i] ?? { kind, first_name: '', last_name: '', birth_date: '' })
  }
  return [...of('adult', adults), ...of('child', children)]
}

/** Returns the passengers as they are sent. The first passenger carries the telephone number, which is used if the trip changes. */
export const wireOf = (people: readonly Named[], phone: string): Passengers =>
  people.map(({ kind, first_name, last_name, birth_date }, i) => ({
    ...{ kind, first_name, last_name, birth_date: birth_date || null },
    phone: i === 0 && phone.trim() ? phone : null,
  }))
