// The calls that count what waits for a user.
import { calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { Handlers } from '../../../http/mount.ts'
import { figuresFor } from './figures.ts'
import { sources } from './sources.ts'
import { waiting } from './waiting.sql.ts'

export const waitingCalls: Pick<Handlers, 'waitingCounts' | 'waitingFigures'> = {
  waitingCounts: async (_, { actor, db, now }) => {
    const seen = sources.filter(({ of }) => allows(calls[of].access, actor))
    return { counts: seen.length === 0 ? [] : await db.list(actor, (q) => waiting(q, actor, seen, now())) }
  },

  waitingFigures: async (_, context) => ({ figures: await figuresFor(context) }),
}
