// One successful use of each changing call about direct debits, for audit-table.ts.
import { rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { as } from './audit-ways.ts'

const ACCOUNT = { account_holder: 'Kiosque', iban: 'DE02120300000000202051', signed_on: '2026-01-05', scheme: 'core' } as const

/** A mandate of kiosque, whose earlier ones are revoked, so that it may have another. */
export async function aMandate(me: Person, w: World): Promise<{ customer_id: string; mandate_id: string }> {
  const { customer_id } = await w.signIn('kiosque')
  await rowsOf(w, 'update mandates set revoked_on = signed_on where tenant_id = 1 and customer_id = $1 and revoked_on is null', [customer_id])
  const { mandate_id } = await me.calls.mandateAdd({ ...ACCOUNT, customer_id })
  return { customer_id, mandate_id }
}

export const directDebits = {
  mandateAdd: as('nord', async (me, w) => {
    const { customer_id, mandate_id } = await aMandate(me, w)
    await me.calls.mandateRevoke({ mandate_id })
    return () => me.calls.mandateAdd({ ...ACCOUNT, customer_id })
  }),
  mandateUpdate: as('nord', async (me, w) => {
    const { mandate_id } = await aMandate(me, w)
    return () => me.calls.mandateUpdate({ mandate_id, account_holder: 'Le Kiosque' })
  }),
  mandateRevoke: as('nord', async (me, w) => {
    const { mandate_id } = await aMandate(me, w)
    return () => me.calls.mandateRevoke({ mandate_id })
  }),
} as const
