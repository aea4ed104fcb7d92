// How well suppliers answer at the moment ("weather"), shown before a sale. It is computed from the last minutes of the log of exchanges, to which all servers
// write.
import type { Weather } from '../../../../contract/kit/live.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { type Answered, answeredLately } from './weather.sql.ts'

/** Requests older than LATELY_MS do not count. A supplier with fewer requests than LEAST counts as answering well. */
const [LATELY_MS, LEAST] = [5 * 60_000, 3]
/** When half of the requests took longer than this, the seller waits noticeably. */
const SLOW_MS = 3_000

export function weatherOf({ asked, failed, took_ms }: Omit<Answered, 'connection_id'>): Weather {
  if (asked < LEAST) return 'fine'
  if (2 * failed >= asked) return 'away'
  return took_ms > SLOW_MS ? 'slow' : 'fine'
}

type WeatherContext = Pick<Context, 'now'> & { actor: Pick<SignedIn, 'tenant_id'>; db: Pick<ReadDb, 'read'> }

/** How well each connection answers. A connection without requests in the last minutes counts as answering well. */
export async function weatherAt(
  { actor: { tenant_id }, db, now }: WeatherContext,
  rows: readonly { connection_id: string }[],
): Promise<(of: string) => Weather> {
  const ids = [...new Set(rows.map(({ connection_id }) => connection_id))]
  if (ids.length === 0) return () => 'fine'
  const since = newIdAt(new Date(now().getTime() - LATELY_MS))
  const answered = await db.read(tenant_id, (q) => answeredLately(q, tenant_id, ids, since))
  const known = new Map(answered.map(({ connection_id, ...lately }) => [connection_id, weatherOf(lately)]))
  return (connection_id) => known.get(connection_id) ?? 'fine'
}
