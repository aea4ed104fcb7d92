// Counts what waits for a user: for each kind the rows that its list shows as waiting, up to a hundred.
import { WAITING_MANY, type WaitingKind } from '../../../../contract/messages/waiting.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { ownedBy } from '../../../postgres/row-scope.ts'
import type { Source } from './sources.ts'

/** SQL that returns no rows and uses each parameter once, because every parameter passed to a query has to occur in its text. */
const NONE = `
  select '' as kind, 0 as count
   where :tenant_id::int is null and :organisation_id::uuid is null and :is_platform::boolean is null
     and :now::timestamptz is null and :today::date is null`

const counted = ({ kind, rows }: Source) => `
  select '${kind}', (select count(*)::int from (select ${rows} limit ${WAITING_MANY}) x)`

export const waiting = (q: Query, actor: SignedIn, sources: readonly Source[], now: Date) =>
  q.query<{ kind: WaitingKind; count: number }>([NONE, ...sources.map(counted)].join(' union all '), {
    ...ownedBy(actor),
    now,
    today: berlinDay(now),
  })
