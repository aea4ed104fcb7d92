// One successful use of each changing call about incoming bank transfers, for audit-table.ts.
import { EURO } from '../../contract/kit/money.ts'
import { rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { as } from './audit-ways.ts'

let made = 0

const take = (me: Person) =>
  me.calls.bankLinesTake({
    ...{ file_name: 'statement.xml', account: '' },
    transfers: [{ booked_on: '2026-03-02', amount: EURO, name: `Payer ${++made}`, iban: '', reference: 'for kiosque', nth: 0 }],
  })

/** Records an incoming bank transfer; returns its id. */
async function aLine(me: Person, w: World): Promise<string> {
  await take(me)
  const [line] = await rowsOf<{ id: string }>(w, `select id from bank_lines where tenant_id = 1 and name = $1`, [`Payer ${made}`])
  return line?.id ?? ''
}

export const bankLines = {
  bankLinesTake: as('nord', async (me) => () => take(me)),
  bankLineBook: as('nord', async (me, w) => {
    const kiosque = await w.signIn('kiosque')
    const line_id = await aLine(me, w)
    return () => me.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })
  }),
  bankLineAside: as('nord', async (me, w) => {
    const line_id = await aLine(me, w)
    return () => me.calls.bankLineAside({ line_id, reason: 'a private payment' })
  }),
} as const
