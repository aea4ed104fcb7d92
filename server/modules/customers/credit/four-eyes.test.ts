// Attempts of a user to give credit alone, without the second person that is needed: in steps, in many rows, by a rule, by first raising the amount that one
// person may give in a day, or by a new customer's first credit limit. Each attempt fails, and each has a control without the protection. Here the user has
// one account only; for attempts through other accounts see hands.test.ts.

import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { ABOVE, crediting } from '../../../test/credit.ts'
import { refusalOf } from '../../../test/door.ts'
import { meeting, PATIENT } from '../../../test/meeting-point.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const DAY_MS = 24 * 60 * 60_000
let nord: Person
const w = await fileWorld({ db: { deadlines: PATIENT } })
const on = await crediting(w)
beforeEach(async () => {
  await on.anew()
  nord = await w.signIn('nord')
})

/** Does `work` while a piece of a money function is replaced by a wrong one; returns the result of `work`. */
async function without<T>(name: string, right: string, wrong: string, work: () => Promise<T>): Promise<T> {
  await sabotage(w, name, right, wrong)
  return work().finally(() => sabotage(w, name, wrong, right))
}

describe('raising credit in steps', () => {
  const steps = async (type?: 'credit_limit') => {
    const states: string[] = []
    for (let step = 1; step <= 10; step++) states.push(await on.book(nord, type ? step * 100 : 100, type ? { type } : {}))
    return states.filter((state) => state === 'booked').length
  }

  test('books five of ten top-ups, each a fifth of one person’s daily amount; the others wait for a second person', async () => {
    expect(await steps()).toBe(5)
    expect(await on.waiting(nord)).toHaveLength(5)
  })

  test('with the credit limit in place of top-ups succeeds only up to one person’s daily amount', async () => {
    expect(await steps('credit_limit')).toBe(5)
    expect((await nord.calls.customerDetails({ customer_id: on.kiosque })).wallet.credit_limit).toBe(ABOVE)
  })

  test('counts all ways of giving one customer credit in one sum for the day; other customers and other days have sums of their own', async () => {
    expect([await on.book(nord, 300), await on.book(nord, 200, { type: 'credit_limit' })]).toContain('booked')
    await on.book(nord, 201)
    expect(await on.book(nord, 300)).toBe('waiting')
    expect(await on.book(nord, 500, { customer_id: await organisationId(w, 'gare') })).toBe('booked')
    w.clock.advance(DAY_MS)
    nord = await w.signIn('nord')
    expect(await on.book(nord, 500)).toBe('booked')
    expect(await on.book(nord, 1)).toBe('waiting')
  })

  test('leaves amounts that a second person approved out of the author’s daily sum', async () => {
    const cora = await on.colleague()
    expect(await on.book(nord, 800)).toBe('waiting')
    await on.decide(cora)
    expect(await on.book(nord, 500)).toBe('booked')
  })

  test('control: books every step if the amounts are not added up', async () => {
    expect(await without('count_given', 'if p_hands is null or p_amount <= 0 then', 'if true then', steps)).toBe(10)
  })
})

/** Sends forty rows for one customer, each of a tenth of one person's daily amount, twenty in each of two simultaneous calls; returns how many are booked. */
async function rows() {
  const { transaction_keys } = await nord.calls.transactionKeys({ count: 40 })
  const asked = transaction_keys.map((transaction_key) => ({ transaction_key, customer_id: on.kiosque, amount: 50 * EURO }))
  const [a, b] = await Promise.all([asked.slice(0, 20), asked.slice(20)].map((part) => nord.calls.walletChangeMany({ rows: part })))
  return [...(a?.rows ?? []), ...(b?.rows ?? [])].filter(({ outcome }) => outcome === 'booked').length
}

describe('credit in many rows', () => {
  test('is booked for ten of forty rows, each of a tenth of the daily amount, that are sent in two simultaneous calls', async () => {
    expect(await rows()).toBe(10)
    expect(await on.balance()).toBe(ABOVE)
    expect(await on.waiting(nord)).toHaveLength(20)
    expect(await wrongs(w)).toEqual([])
  })
})

describe('a rule of automatic credit', () => {
  const rule = (more: object = {}) => ({ customer_id: on.kiosque, balance_trigger: 1_000_000 * EURO, balance_topup: ABOVE, daily_limit: ABOVE, ...more })

  /**
   * Saves the same rule of automatic credit `times` times; returns the customer's balance. The trigger is so high that each saving would book credit
   * immediately.
   */
  async function saved(times: number) {
    for (let i = 0; i < times; i++) await nord.calls.autoCreditUpdate(rule({ daily_limit: 61 * ABOVE }))
    return on.balance()
  }

  test('above one person’s daily amount waits for a second person; saving the rule again and again books nothing and makes one request', async () => {
    expect(await saved(61)).toBe(0)
    expect(await on.waiting(nord)).toMatchObject([{ type: 'auto_credit', amount: 61 * ABOVE, rule: { balance_topup: ABOVE, daily_limit: 61 * ABOVE } }])
    await on.decide(await on.colleague())
    expect(await on.balance()).toBe(ABOVE)
    expect((await nord.calls.autoCreditLedger({})).content).toMatchObject([{ daily_limit: 61 * ABOVE }])
  })

  test('control: if the amounts of rules were not added to the daily sum, saving the rule sixty-one times would book its credit sixty-one times', async () => {
    expect(await without('set_auto_credit', 'if v_gives_more then', 'if false then', () => saved(61))).toBe(61 * ABOVE)
  })

  test('adds its daily limit on each day to the daily sum of its author, as if the author had given the amount by hand', async () => {
    expect(await nord.calls.autoCreditUpdate(rule({ balance_topup: 100 * EURO, daily_limit: 400 * EURO }))).toEqual({ state: 'done' })
    expect([await on.book(nord, 100), await on.book(nord, 1)]).toEqual(['booked', 'waiting'])
    w.clock.advance(DAY_MS)
    nord = await w.signIn('nord')
    expect([await on.book(nord, 100), await on.book(nord, 1)]).toEqual(['booked', 'waiting'])
    expect(await on.book(await on.colleague(), 500), 'control: it is nobody else’s').toBe('booked')
    await nord.calls.autoCreditUpdate({ customer_id: on.kiosque, is_enabled: false })
    expect(await on.book(nord, 400), 'control: a rule that is paused gives nothing').toBe('booked')
  })

  test('may be lowered or paused without a second person; resuming all rules counts as setting them', async () => {
    await nord.calls.autoCreditUpdate(rule({ balance_topup: 100 * EURO, daily_limit: 400 * EURO }))
    expect(await nord.calls.autoCreditUpdate(rule({ balance_topup: 50 * EURO, daily_limit: 300 * EURO }))).toEqual({ state: 'done' })
    expect(await nord.calls.autoCreditUpdate({ is_enabled: false })).toEqual({ state: 'done' })
    expect(await nord.calls.autoCreditUpdate({ is_enabled: true })).toEqual({ state: 'waiting' })
    expect((await nord.calls.autoCreditLedger({})).content).toMatchObject([{ is_enabled: false }])
    await on.decide(await on.colleague())
    expect((await nord.calls.autoCreditLedger({})).content).toMatchObject([{ is_enabled: true, daily_limit: 300 * EURO }])
  })
})

describe('the amount that one person may credit in a day', () => {
  const above = async () => (await nord.calls.creditRequestsList({})).credit_approval_above

  test('is raised or removed only with a second person’s approval, but may be lowered without', async () => {
    expect(await nord.calls.creditRulesUpdate({})).toEqual({ state: 'waiting' })
    expect(await nord.calls.creditRulesUpdate({ credit_approval_above: ABOVE + 1 })).toEqual({ state: 'waiting' })
    expect([await above(), await on.book(nord, 501)]).toEqual([ABOVE, 'waiting'])
    expect(await nord.calls.creditRulesUpdate({ credit_approval_above: 100 * EURO })).toEqual({ state: 'done' })
    expect(await above()).toBe(100 * EURO)
  })

  test('has at most one waiting request to change it, the latest; a manager may decide it, a user who may only give credit may not', async () => {
    await nord.calls.creditRulesUpdate({})
    await nord.calls.creditRulesUpdate({ credit_approval_above: 900 * EURO })
    expect(await on.waiting(nord)).toMatchObject([{ type: 'approval_rule', amount: 900 * EURO, before: ABOVE }])
    const cora = await on.colleague()
    expect((await on.waiting(cora))[0]?.barred).toMatchObject({ why: 'right' })
    expect(await refusalOf(on.decide(cora))).toBe('forbidden')
    await on.decide(await on.colleague({ internal_role: 0 }))
    expect(await above()).toBe(900 * EURO)
  })

  test('control: once removed, lets one person make a booking above the former amount', async () => {
    await rowsOf(w, 'update organisations set credit_approval_above = null where tenant_id = 1 and id = $1', [nord.customer_id])
    expect(await on.book(nord, 501)).toBe('booked')
  })
})

describe('a new customer', () => {
  const add = async (euro: number) => {
    const username = `start-${Date.now()}-${euro}`
    const mobile = '+33 6 12 34 56 78'
    const given = { account_role: 2, name: username, username, full_name: 'Sam Start', email: `${username}@example.test`, mobile, mobile_confirmation: mobile }
    return nord.calls.customerAdd({ transaction_key: await on.key(nord), ...given, credit_limit: euro * EURO })
  }

  test('has a credit limit that counts in one daily sum with the credit given to that customer later', async () => {
    const { customer_id, limit_state } = await add(400)
    expect(limit_state).toBe('booked')
    expect(await on.book(nord, 101, { customer_id })).toBe('waiting')
    expect(await on.book(nord, 100, { customer_id }), 'control: the rest is booked').toBe('booked')
    expect((await add(501)).limit_state).toBe('waiting')
  })
})

/** This test is the last, because it changes money functions and does not restore them. */
test('control: if the daily sum is read first and written back later, more of the forty rows are booked than allowed', async () => {
  const { stop, meet } = meeting(w)
  const seen = `v_given := coalesce((select max(g.amount) from credit_given g where g.customer_id = p_customer), 0); ${stop}`
  await sabotage(w, 'lock_customer', 'for no key update;', ';')
  await sabotage(w, 'count_given', 'then return; end if;', `then return; end if; ${seen}`)
  await sabotage(w, 'count_given', 'case when g.day < excluded.day then 0 else g.amount end + excluded.amount', 'v_given + excluded.amount')
  expect(await meet({ at: 2 }, rows)).toBeGreaterThan(10)
})
