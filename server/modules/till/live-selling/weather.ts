// The weather at suppliers, told before somebody presses: from what was said on the wire in the last minutes, by whichever server asked.
import type { Weather } from '../../../../contract/kit/live.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { type Answered, answeredLately } from './weather.sql.ts'

/** Older is no weather any more; one question alone is none yet. */
const [LATELY_MS, LEAST] = [5 * 60_000, 3]
/** Half of the questions took longer: whoever sells waits noticeably. */
const SLOW_MS = 3_000

export function weatherOf({ asked, failed, took_ms }: Omit<Answered, 'connection_id'>): Weather {
  if (asked < LEAST) return 'fine'
  if (2 * failed >= asked) return 'away'
  return took_ms > SLOW_MS ? 'slow' : 'fine'
}

type Ground = Pick<Context, 'now'> & { actor: SignedIn; db: Pick<ReadDb, 'read'> }

/** By connection; of one that nobody asked lately nothing is known, and it is fine. */
export async function weatherAt({ actor: { tenant_id }, db, now }: Ground, rows: readonly { connection_id: string }[]): Promise<(of: string) => Weather> {
  const ids = [...new Set(rows.map(({ connection_id }) => connection_id))]
  if (ids.length === 0) return () => 'fine'
  const since = newIdAt(new Date(now().getTime() - LATELY_MS))
  const answered = await db.read(tenant_id, (q) => answeredLately(q, tenant_id, ids, since))
  const known = new Map(answered.map(({ connection_id, ...lately }) => [connection_id, weatherOf(lately)]))
  return (connection_id) => known.get(connection_id) ?? 'fine'
}
