// Tills that are devices of their shop, and the cashiers who take turns there.
import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf } from './arrange.ts'
import { type Account, addAccount } from './door.ts'
import { goOn } from './practice.ts'
import type { Person, World } from './world.ts'

/** Makes this user's browser a device of their shop. */
export async function pair(w: World, { session_id, customer_id }: Person): Promise<string> {
  const device_id = newId()
  await rowsOf(
    w,
    `insert into devices (tenant_id, id, tag, serial_number, status, customer_id, browser_hash, created_at)
     select 1, $2::uuid, $2, $2, 'assigned', $3, k.secret_hash, $4 from sessions s join devices_known k on k.tenant_id = 1 and k.id = s.device_id
      where s.tenant_id = 1 and s.id = $1`,
    [session_id, device_id, customer_id, w.clock.now()],
  )
  w.services.sessions.forgetOrganisation(customer_id)
  return device_id
}

export async function pairedTill(w: World, username: string): Promise<Person> {
  const till = await w.signIn(username)
  await pair(w, till)
  return till
}

/** Adds a user who works in the shop of `of`, with a code of their own. */
export async function withCode(w: World, of: string, code: string, columns: Record<string, unknown> = {}): Promise<Account> {
  const person = await addAccount(w, of, columns)
  const me = await w.signIn(person.username)
  await me.calls.cashierCodeSet({ code, current_password: 'Demo!2026' })
  return person
}

export const CODE = '4826'
export const WRONG = '7315'

/** Changes cashiers: returns the same browser, now in the session of another user. */
export const switched = async (till: Person, { user_id }: Pick<Account, 'user_id'>, code = CODE) =>
  goOn(till, await till.calls.cashierSwitch({ user_id, code }))

/** Returns a client that has copies of this session's token and cookie, as a thief would. */
export const copyOf = (w: World, person: Person): Person => ({ ...person, calls: w.anonymous(undefined, { ...person.headers }) })

/** Makes a card with stock at this shop, and money to sell it. The returned function sells one card. */
export async function sellsAt(w: World, shop: string) {
  const { configuration_id } = await goods(w, { pins: 40 })
  await giveWallet(w, await organisationId(w, shop), 1_000 * EURO)
  return async (by: Person) => by.calls.sell({ transaction_key: (await by.calls.transactionKey({})).transaction_key, configuration_id, quantity: 1 })
}
