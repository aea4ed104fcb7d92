// The call that lists open matters, that is, everything that is not final yet.
import { calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import { foundOf } from '../../../figures/findings.ts'
import type { Handlers } from '../../../http/mount.ts'
import { reported } from '../../../postgres/row-pages.ts'
import { matters } from './open-matters.sql.ts'
import { sources } from './sources.ts'

export const openMattersCalls: Pick<Handlers, 'openMatters'> = {
  openMatters: async (asked, { actor, db, now }) => {
    const seen = sources.filter(({ of }) => allows(calls[of].access, actor))
    return db.list(actor, async (q) => {
      const read = (limit: number, offset: number) => matters(q, actor, seen, now(), asked, limit, offset)
      const rows = await read(asked.limit, asked.page * asked.limit)
      // Each row also has the totals. A page after the last one has no rows, so the list's first row is read for the totals.
      const [first] = rows.length > 0 || asked.page === 0 ? rows : await read(1, 0)
      const { total_count, all_amount: amount } = first ?? { total_count: 0, all_amount: 0 }
      return { ...reported(asked, rows, { amount }, total_count), agrees: await foundOf(q, actor, 'claims') }
    })
  },
}
