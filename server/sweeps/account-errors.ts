// Provokes each refusal about accounts once, for errors.test.ts.
import type { CallError } from '../../contract/kit/client.ts'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { goods, rowsOf } from '../test/arrange.ts'
import { addAccount, knock, newBrowser } from '../test/door.ts'
import { type Person, type World, world } from '../test/world.ts'

type ErrorWorld = { w: World; nord: Person; shop: Person }

/** Begins a sign-in on an unknown device, which waits for nord's approval. */
async function waiting({ w, nord }: ErrorWorld) {
  const [person, browser] = [await addAccount(w, 'nord', { login_approval: true }), newBrowser(w)]
  const asked = await knock(browser, person)
  const { reference_id, reference, approval_number } = asked
  const decide = (action: 'approve' | 'refuse', number: string) => nord.calls.loginRequestDecide({ reference_id, action, number, reason: 'no' })
  return { person, approval_number, decide, poll: () => browser.calls.approvalCheck({ reference_id, reference }) }
}

const closed = JSON.stringify({
  is_binding: true,
  days: Array.from({ length: 7 }, () => ({ is_open: false, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null })),
  holidays: [],
})

/** Opening hours are cached with a session (CACHE_MS), so the clock is moved further than that. */
async function setHours({ w, shop }: ErrorWorld, timings: string | null) {
  await rowsOf(w, 'update organisations set shop_timings = $2 where tenant_id = 1 and id = $1', [shop.customer_id, timings])
  w.clock.advance(6_000)
}

/** `on` returns the tests' world, which exists only once the tests run. */
export const accountErrors = (on: () => ErrorWorld) =>
  ({
    code_wrong: async () => {
      const [person, browser] = [await addAccount(on().w, 'kiosque', { otp_type: 'email' }), newBrowser(on().w)]
      await browser.calls.loginVerify({ username: person.username, otp: '0000000', ...(await knock(browser, person)) })
    },
    otp_wrong: async () => {
      const { w } = on()
      const person = await addAccount(w, 'kiosque', { otp_type: 'none' })
      const me = await w.signIn(person.username)
      await me.calls.codeStart({ otp_type: 'app', current_password: 'Demo!2026' })
      await me.calls.codeConfirm({ otp: '0000000' })
    },
    login_expired: () => on().w.anonymous().approvalCheck({ reference_id: newId(), reference: 'none' }),
    approval_refused: async () => {
      const { decide, poll } = await waiting(on())
      await decide('refuse', '00')
      await poll()
    },
    captcha_needed: async () => {
      const guarded = await world({ captcha: { site_key: '', script: '', isPerson: async () => false } })
      const tries = Array.from({ length: 4 }, () => guarded.signIn('kiosque', { password: 'wrong' }))
      const refusals = (await Promise.allSettled(tries)).flatMap((one) => (one.status === 'rejected' ? [one.reason as CallError] : []))
      await guarded.end()
      throw refusals.find(({ code }) => code === 'captcha_needed')
    },
    number_wrong: async () => {
      const { decide, approval_number } = await waiting(on())
      await decide('approve', approval_number === '10' ? '11' : '10')
    },
    request_over: async () => {
      const { decide, approval_number } = await waiting(on())
      await decide('refuse', '00')
      await decide('approve', approval_number)
    },
    own_request: async () => {
      const person = await addAccount(on().w, 'nord', { internal_role: 0 })
      const own = await on().w.signIn(person.username)
      await rowsOf(on().w, 'update users set login_approval = true where tenant_id = 1 and id = $1', [person.user_id])
      const { reference_id, approval_number } = await knock(newBrowser(on().w), person)
      await own.calls.loginRequestDecide({ reference_id, action: 'approve', number: approval_number })
    },
    same_hand: async () => {
      const { w } = on()
      const asker = await addAccount(w, 'nord', { internal_role: 0, login_approval: true })
      const decider = await addAccount(w, 'nord', { internal_role: 0 })
      await rowsOf(w, `insert into account_hands (tenant_id, user_id, hand_id, what, hand_name, laid_at) values (1, $1, $2, 'made', '', $3)`, [
        ...[decider.user_id, asker.user_id, w.clock.now()],
      ])
      const { reference_id, approval_number } = await knock(newBrowser(w), asker)
      await (await w.signIn(decider.username)).calls.loginRequestDecide({ reference_id, action: 'approve', number: approval_number })
    },
    own_account: () => on().nord.calls.passwordChange({ username: 'nord', new_password: 'Trombone#41' }),
    password_wrong: () => on().shop.calls.passwordUpdate({ new_password: 'Trombone#41', current_password: 'wrong' }),
    password_new_needed: async () => {
      const { username } = await addAccount(on().w, 'nord', { internal_role: 0, must_change_password: true })
      await (await on().w.signIn(username)).calls.customersListShort({})
    },
    code_state: () => on().shop.calls.codeConfirm({ otp: '123456' }),
    username_taken: () => on().nord.calls.staffAdd({ username: 'kiosque', full_name: 'Karim', email: 'karim@example.test' }),
    registration_over: () =>
      on()
        .w.anonymous()
        .registrationUserName({ registration: `${newId()}.none` }),
    view_only: async () => {
      const support = await on().w.signIn('support', { host: 'platform.localhost' })
      await support.calls.viewBegin({ tenant_id: 1, organisation_id: on().shop.customer_id, reason: 'asked to' })
      await support.calls.settingsUpdate({})
    },
    shop_closed: async () => {
      const { w, shop } = on()
      const { configuration_id } = await goods(w, { pins: 1 })
      const { transaction_key } = await shop.calls.transactionKey({})
      await setHours(on(), closed)
      await shop.calls.sell({ transaction_key, configuration_id, quantity: 1 }).finally(() => setHours(on(), null))
    },
  }) satisfies Partial<Record<ErrorCode, () => Promise<unknown>>>
