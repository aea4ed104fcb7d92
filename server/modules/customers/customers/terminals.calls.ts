// Calls about EPay terminals: the list of sellers with their terminals, activating a terminal, and ending one.

import type { Handlers } from '../../../http/mount.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { pageOf } from '../../../postgres/row-pages.ts'
import { subjectOf } from './customer-lock.ts'
import { isAtLimit, sellerToEquip, setTerminal, terminalCount, terminalRows } from './terminals.sql.ts'

const UNIQUE = '23505'

export const terminals: Pick<Handlers, 'terminalActivate' | 'terminalsList'> = {
  terminalsList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await terminalRows(q, actor, asked)
      const organisations = rows.map((row) => ({
        ...row,
        ...{ activated_at: row.activated_at, last_seen_at: row.last_seen_at },
      }))
      return { organisations, filters: pageOf(asked, await terminalCount(q, actor, asked)) }
    }),

  terminalActivate: async ({ customer_id, terminal_id: given, action }, { actor, db, now, audit, sessions }) => {
    const isOn = action === 'activate'
    const terminal_id = await db
      .write(actor.tenant_id, async (q) => {
        const seller = await sellerToEquip(q, actor, customer_id)
        if (!seller) throw new Refusal('not_found')
        const id = isOn ? (given ?? seller.terminal_id) : seller.terminal_id
        if (isOn && id === '') throw refuseField('terminal_id', 'required')
        if (isOn && (await isAtLimit(q, actor.tenant_id, customer_id))) throw new Refusal('terminal_limit')
        await setTerminal(q, actor.tenant_id, customer_id, id, isOn ? now() : null)
        const before = { terminal_id: seller.terminal_id, terminal_state: seller.terminal_state }
        await audit({ subject: subjectOf(seller), before, after: { terminal_id: id, terminal_state: isOn ? 'activated' : 'inactive' } }, q)
        return id
      })
      .catch((error: unknown) => {
        throw codeOf(error) === UNIQUE ? new Refusal('terminal_taken') : error
      })
    sessions.forgetOrganisation(customer_id)
    return { terminal_id }
  },
}
