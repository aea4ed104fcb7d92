// Helpers for tests of the four-eyes rule, under which nord needs a second person above a certain amount: functions that book, request and decide.
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf } from './arrange.ts'
import { addAccount } from './door.ts'
import type { Person, World } from './world.ts'

export const ABOVE = 500 * EURO

type CreditInput = { customer_id?: string; type?: 'credit_limit' }

export async function crediting(w: World) {
  const kiosque = await organisationId(w, 'kiosque')
  const nord_id = await organisationId(w, 'nord')
  const key = async (person: Person) => (await person.calls.transactionKey({})).transaction_key
  const waiting = async (person: Person) => (await person.calls.creditRequestsList({ filters: { state: 'waiting' } })).content
  return {
    kiosque,
    key,
    waiting,

    /** Resets credit: deletes all requests, counts and rules, and the records of who made or reset accounts; switches off all users that tests have added. */
    anew: async () => {
      for (const table of ['credit_requests', 'credit_given', 'auto_credit_rules', 'account_hands']) await rowsOf(w, `delete from ${table} where tenant_id = 1`)
      await rowsOf(w, 'update organisations set credit_approval_above = $1 where tenant_id = 1 and id = $2', [ABOVE, nord_id])
      await rowsOf(w, `update users set is_active = false where tenant_id = 1 and username like 'user-%'`)
      await giveWallet(w, kiosque, 0)
    },

    /** Books an amount in euro, as a top-up unless `type` is given; returns the state: booked, or waiting for a second person. */
    book: async (person: Person, euro: number, { customer_id = kiosque, type }: CreditInput = {}) =>
      (await person.calls.walletChange({ transaction_key: await key(person), customer_id, amount: euro * EURO, ...(type ? { type } : {}) })).state,

    balance: async () =>
      (await rowsOf<{ balance: number }>(w, 'select balance from wallets where tenant_id = 1 and organisation_id = $1', [kiosque]))[0]?.balance ?? 0,

    /** Approves the first waiting request. */
    decide: async (person: Person) => person.calls.creditRequestDecide({ request_id: (await waiting(person))[0]?.request_id ?? '', action: 'approve' }),

    /** Adds a colleague with the right to credit, who has neither made nor reset another user's account. */
    colleague: async (columns: object = {}) => {
      const account = await addAccount(w, 'nord', { flags: ['has_credit'], full_name: 'Cora Colleague', ...columns })
      return { ...account, ...(await w.signIn(account.username)) }
    },
  }
}
