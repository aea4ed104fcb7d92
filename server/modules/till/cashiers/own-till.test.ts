// Each cashier has a till of their own in the browser that they share: their Z-report contains what they sold, and nothing that anybody else sold there. If an
// account knows a browser only by a cashier's code, signing in there still requires the password, and the second step if the account has one.
import { expect, test } from 'vitest'
import { rowsOf } from '../../../test/arrange.ts'
import { CODE, pairedTill, sellsAt, switched, withCode } from '../../../test/cashiers.ts'
import { type Account, knock } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld({ door: { places_times: 10 } })
const sell = await sellsAt(w, 'kiosque')
const cashier = () => withCode(w, 'kiosque', CODE, { flags: ['has_cash_card'] })

const lookAt = async (till: Person) => (await till.calls.zReport({})).report?.sales
const close = async (till: Person) => (await till.calls.zReport(await till.calls.transactionKey({}))).report

test('cashiers who take turns in one browser each close a shift of their own; control: a session on the other’s till has the other’s sales', async () => {
  const till = await pairedTill(w, 'kiosque')
  const [one, other] = [await cashier(), await cashier()]
  await switched(till, one)
  await sell(till)
  await switched(till, other)
  await sell(till)
  await sell(till)
  expect(await lookAt(till)).toBe(2)
  expect(await close(till)).toMatchObject({ username: other.username, sales: 2, showings: [], open: [] })
  await switched(till, one)
  await sell(till)
  expect(await close(till)).toMatchObject({ username: one.username, sales: 2 })

  await sell(till)
  const { session_id } = till
  const [{ device_id } = { device_id: '' }] = await rowsOf<{ device_id: string }>(w, 'select device_id from sessions where tenant_id = 1 and id = $1', [
    session_id,
  ])
  await switched(till, other)
  expect(await lookAt(till)).toBe(0)
  await rowsOf(w, 'update sessions set device_id = $2 where tenant_id = 1 and id = $1', [till.session_id, device_id])
  w.services.sessions.forget(till.session_id)
  expect(await lookAt(till)).toBe(1)
})

test('a cashier has the same till again after taking over once more, and after signing in there with the password', async () => {
  const till = await pairedTill(w, 'kiosque')
  const [one, other] = [await cashier(), await cashier()]
  for (const next of [one, other, one]) {
    await switched(till, next)
    await sell(till)
  }
  const again = await w.signIn(one.username, { headers: { cookie: till.headers.cookie ?? '' } })
  expect(await lookAt(again)).toBe(2)
})

test('an account that knows a browser only by its cashier code is notified of the first sign-in there, and knows the browser from then on', async () => {
  const till = await pairedTill(w, 'kiosque')
  const person = await cashier()
  const told = async ({ user_id }: Account) =>
    (await rowsOf(w, `select id from notices where tenant_id = 1 and user_id = $1 and kind = 'new_device'`, [user_id])).length
  await switched(till, person)
  expect(await told(person)).toBe(0)
  for (const _ of ['first', 'second']) await w.signIn(person.username, { headers: { cookie: till.headers.cookie ?? '' } })
  expect(await told(person)).toBe(1)
})

test('an account that begins to require approval of new browsers requires approval also in a browser that it knows only by its cashier code', async () => {
  const till = await pairedTill(w, 'kiosque')
  const [person, other] = [await cashier(), await cashier()]
  await switched(till, person)
  await switched(till, other)
  await rowsOf(w, 'update users set login_approval = true where tenant_id = 1 and id = $1', [person.user_id])
  await expect(till.calls.cashierSwitch({ user_id: person.user_id, code: CODE })).rejects.toMatchObject({ code: 'cashier_password' })
  const headers = { cookie: till.headers.cookie ?? '' }
  expect((await knock({ calls: w.anonymous(undefined, headers), headers }, person)).next_step).toBe('approval')
  // Control: in a browser where the user has signed in before, the password is enough.
  await rowsOf(w, 'update users set login_approval = false where tenant_id = 1 and id = $1', [person.user_id])
  await w.signIn(person.username, { headers })
  await rowsOf(w, 'update users set login_approval = true where tenant_id = 1 and id = $1', [person.user_id])
  expect((await knock({ calls: w.anonymous(undefined, headers), headers }, person)).next_step).toBe('none')
})
