// One successful use of each changing call about moving in from another system, for audit-table.ts.
import { goOnWithAll as carryOut } from '../modules/customers/moving-in/carry-out.ts'
import type { Person } from '../test/world.ts'
import { as, key } from './audit-ways.ts'

let made = 0

/** The input of a move of one customer from another system. */
const move = async (me: Person) => ({
  transaction_key: await key(me),
  customers: [['Tabac Loin', `loin-${Date.now().toString(36)}-${++made}`.slice(-20), 'loin@example.test', '+33 6 12 34 56 78']],
  remarks: 'opening balance',
})

export const movingIn = {
  moveStart: as('nord', async (me) => async () => me.calls.moveStart(await move(me))),
  moveUndo: as('nord', async (me, w) => {
    // Moves that other entries of the audit table began are carried out first, because only one move may be under way at a time.
    await carryOut(w.services, 1)
    const { move_id } = await me.calls.moveStart(await move(me))
    await carryOut(w.services, 1)
    return () => me.calls.moveUndo({ move_id })
  }),
} as const
