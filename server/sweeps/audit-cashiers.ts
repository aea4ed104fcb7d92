// One successful use of each call by which a shop's cashiers change something, for audit-table.ts.
import { pair, withCode } from '../test/cashiers.ts'
import { addAccount } from '../test/door.ts'
import { as } from './audit-ways.ts'

export const cashiers = {
  cashierSwitch: as('kiosque', async (me, w) => {
    const [{ user_id }] = [await withCode(w, 'kiosque', '4826'), await pair(w, me)]
    return () => me.calls.cashierSwitch({ user_id, code: '4826' })
  }),
  cashierLock: as('kiosque', async (me, w) => {
    await pair(w, me)
    return () => me.calls.cashierLock({})
  }),
  cashierCodeSet: as('kiosque', async (me) => () => me.calls.cashierCodeSet({ code: '4826', current_password: 'Demo!2026' })),
  cashierCodeGive: as('kiosque', async (me, w) => {
    const { user_id } = await addAccount(w, 'kiosque')
    return () => me.calls.cashierCodeGive({ user_id })
  }),
  cashierCodeTake: as('kiosque', async (me, w) => {
    const { user_id } = await withCode(w, 'kiosque', '4826')
    return () => me.calls.cashierCodeTake({ user_id })
  }),
}
