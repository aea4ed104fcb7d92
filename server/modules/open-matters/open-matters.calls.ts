// The call about what is not final.
import { calls } from '../../../contract/index.ts'
import { allows } from '../../../contract/kit/access.ts'
import type { Handlers } from '../../http/mount.ts'
import { reported } from '../../postgres/counted.ts'
import { foundOf } from '../../postgres/found.ts'
import { matters, mattersTotals } from './open-matters.sql.ts'
import { sources } from './sources.ts'

export const openMattersCalls: Pick<Handlers, 'openMatters'> = {
  openMatters: async (asked, { actor, db, now }) => {
    const seen = sources.filter(({ of }) => allows(calls[of].access, actor))
    return db.list(actor, async (q) => {
      const rows = await matters(q, actor, seen, now(), asked)
      const [{ total_count, amount } = { total_count: 0, amount: 0 }] = await mattersTotals(q, actor, seen, now(), asked)
      return { ...reported(asked, rows, { amount }, total_count), agrees: await foundOf(q, actor, 'claims') }
    })
  },
}
