// Automatic credit: when a balance falls below the trigger, credit is booked immediately and only once, and no more than the daily limit on one day in Berlin.

import { beforeEach, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { simulate } from './auto-credit.ts'
import { watchCredit } from './watch.ts'

const HOUR_MS = 60 * 60_000
const w = await fileWorld()
let nord = await w.signIn('nord')
let shop = await w.signIn('kiosque')
const kiosque = shop.customer_id
const corner = await goods(w, { pins: 200, euro: 10, discount: 0 })
beforeEach(async () => {
  // Each test begins without a rule, and with an unused daily limit, because earlier bookings are moved back by three days.
  await rowsOf(w, 'delete from auto_credit_rules where tenant_id = 1')
  await rowsOf(w, `update transfers set created_at = created_at - interval '3 days' where tenant_id = 1 and kind = 'auto_credit'`)
})

const rule = (more: object = {}) => ({ customer_id: kiosque, balance_trigger: 50 * EURO, balance_topup: 300 * EURO, daily_limit: 900 * EURO, ...more })
const set = (more: object = {}) => nord.calls.autoCreditUpdate(rule(more))
const buy = async () =>
  shop.calls.sell({ transaction_key: (await shop.calls.transactionKey({})).transaction_key, configuration_id: corner.configuration_id, quantity: 1 })
const booked = async () =>
  (await rowsOf<{ n: number }>(w, `select count(*)::int as n from transfers where tenant_id = 1 and wallet_id = $1 and kind = 'auto_credit'`, [kiosque]))[0]
    ?.n ?? 0
const ledger = async (asked: object = {}) => (await nord.calls.autoCreditLedger(asked)).content
const wait = () => watchCredit({ ...w.services, clock: w.clock.now }, 1)

test('twenty simultaneous sales that take the balance below the trigger cause one automatic booking', async () => {
  await giveWallet(w, kiosque, 240 * EURO)
  await set()
  const before = await booked()
  await Promise.all(Array.from({ length: 20 }, buy))
  expect((await booked()) - before).toBe(1)
  expect(await ledger()).toMatchObject([{ customer_id: kiosque, balance: 340 * EURO, booked_today: 300 * EURO, is_enabled: true }])
  expect((await nord.calls.autoCreditLedger({ view: 'bookings', limit: 1 })).bookings).toMatchObject([{ kind: 'auto_credit', amount: 300 * EURO }])
  expect(await wrongs(w)).toEqual([])
})

/** Makes twenty sales at the same time at a till whose money is enough for ten; returns how many succeed. */
async function rush(): Promise<number> {
  await giveWallet(w, kiosque, 100 * EURO)
  await set()
  const done = await Promise.allSettled(Array.from({ length: 20 }, buy))
  return done.filter(({ status }) => status === 'fulfilled').length
}

test('twenty simultaneous sales with a balance for ten all succeed, because the rule books the missing credit', async () => {
  const before = await booked()
  expect(await rush()).toBe(20)
  expect((await booked()) - before).toBe(1)
  expect(await ledger()).toMatchObject([{ balance: 200 * EURO, booked_today: 300 * EURO }])
  expect(await wrongs(w)).toEqual([])
})

test('automatic credit never exceeds the daily limit; after midnight in Berlin a low balance is credited again without a sale', async () => {
  await giveWallet(w, kiosque, 10 * EURO)
  await set({ balance_topup: 20 * EURO, daily_limit: 20 * EURO })
  const before = await booked()
  await wait()
  await wait()
  expect((await booked()) - before).toBe(0)
  const berlinMidnight = 25 * HOUR_MS
  w.clock.advance(berlinMidnight)
  nord = await w.signIn('nord')
  shop = await w.signIn('kiosque')
  await Promise.all([wait(), wait()])
  expect((await booked()) - before).toBe(1)
  expect(await ledger()).toMatchObject([{ balance: 50 * EURO, booked_today: 20 * EURO }])
})

test('pausing stops all rules together; after they are resumed, the job that runs every minute books what is due', async () => {
  await giveWallet(w, kiosque, 500 * EURO)
  await set()
  await nord.calls.autoCreditUpdate({ is_enabled: false })
  await giveWallet(w, kiosque, 10 * EURO)
  const before = await booked()
  await wait()
  expect([await booked(), (await ledger())[0]?.is_enabled]).toEqual([before, false])
  await nord.calls.autoCreditUpdate({ is_enabled: true })
  await wait()
  expect(await booked()).toBe(before + 1)
})

test('an incomplete rule is refused with the name of the missing field; a user can set rules for direct customers only', async () => {
  await expect(nord.calls.autoCreditUpdate({ customer_id: kiosque, balance_trigger: EURO })).rejects.toMatchObject({
    problems: [{ field: 'balance_topup', code: 'required' }],
  })
  await expect(set({ daily_limit: 10 * EURO })).rejects.toMatchObject({ problems: [{ field: 'daily_limit', code: 'too_small' }] })
  await expect(set({ customer_id: await organisationId(w, 'port') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.autoCreditLedger({ customer_id: await organisationId(w, 'port') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.autoCreditUpdate({})).rejects.toMatchObject({ problems: [{ field: 'customer_id', code: 'required' }] })
  await giveWallet(w, kiosque, 500 * EURO)
  await set()
  await nord.calls.autoCreditUpdate({ customer_id: kiosque, balance_trigger: 60 * EURO })
  expect(await ledger()).toMatchObject([{ balance_trigger: 60 * EURO, balance_topup: 300 * EURO }])
})

test('the simulation of a month has at most one automatic booking per sale, and books no more than the daily limit on a day', () => {
  const at = (hours: number) => new Date(Date.parse('2026-11-02T07:00:00Z') + hours * HOUR_MS).toISOString()
  const steps = [0, 1, 2, 24].map((hours) => ({ at: at(hours), amount: -100 * EURO, sales: 10 }))
  const asked = { balance_trigger: 50 * EURO, balance_topup: 100 * EURO, daily_limit: 200 * EURO }
  expect(simulate(asked, 120 * EURO, steps)).toEqual({ fired: 4, amount: 400 * EURO })
  expect(simulate({ ...asked, daily_limit: 100 * EURO }, 120 * EURO, steps).fired).toBe(2)
  expect(simulate({ ...asked, balance_topup: EURO, daily_limit: 1_000 * EURO }, 120 * EURO, [{ at: at(0), amount: -100 * EURO, sales: 3 }]).fired).toBe(3)
  expect(simulate(asked, 1_000 * EURO, steps)).toEqual({ fired: 0, amount: 0 })
})

test('a call shows the effect that a rule would have had on past sales, before the rule is set', async () => {
  const { fired, amount } = await nord.calls.autoCreditSimulate(rule({ balance_trigger: 400 * EURO, balance_topup: 100 * EURO }))
  expect(fired).toBeGreaterThan(0)
  expect(amount).toBe(fired * 100 * EURO)
  await expect(nord.calls.autoCreditSimulate(rule({ customer_id: await organisationId(w, 'port') }))).rejects.toMatchObject({ code: 'not_found' })
})

test('a rule and its bookings are stored under the user who last set the rule; lists of bookings do not show that user’s name', async () => {
  await giveWallet(w, kiosque, 500 * EURO)
  await set()
  await rowsOf(w, `update users set otp_type = 'none', otp_required = false where tenant_id = 1 and username = 'nord-compta'`)
  const clerk = await w.signIn('nord-compta')
  w.clock.advance(1_000)
  await clerk.calls.autoCreditUpdate({ customer_id: kiosque, balance_trigger: 600 * EURO })
  const [clerks] = await rowsOf<{ id: string; full_name: string }>(w, `select id, full_name from users where tenant_id = 1 and username = 'nord-compta'`)
  const stored = await rowsOf(w, 'select created_by as id from auto_credit_rules where tenant_id = 1 and wallet_id = $1', [kiosque])
  const [transfer] = await rowsOf(
    w,
    `select created_by as id from transfers where tenant_id = 1 and wallet_id = $1 and kind = 'auto_credit' order by seq desc limit 1`,
    [kiosque],
  )
  expect([...stored, transfer]).toEqual([{ id: clerks?.id }, { id: clerks?.id }])
  w.clock.advance(1_000)
  await giveWallet(w, kiosque, 605 * EURO)
  await buy()
  const { content: recent } = await nord.calls.walletRecent({ customer_id: kiosque })
  expect(recent.filter(({ kind }) => kind === 'auto_credit').map(({ created_by }) => created_by)).not.toContainEqual(expect.stringMatching(/./))
  const { timeline } = await nord.calls.customerDetails({ customer_id: kiosque })
  const told = timeline.filter(({ kind }) => kind.startsWith('auto_')).slice(0, 3)
  expect(told.map(({ kind, who }) => [kind, who]).sort()).toEqual([
    ['auto_credit', ''],
    ['auto_credit', ''],
    ['auto_rule', clerks?.full_name],
  ])
})

test('a rule and its row in the audit log are written together: if the log row cannot be written, the rule is not set', async () => {
  await giveWallet(w, kiosque, 500 * EURO)
  await set()
  await w.owner.query(`create function break_log() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`)
  await w.owner.query('create trigger break_log before insert on audit for each row execute function break_log()')
  await expect(set({ balance_trigger: 60 * EURO })).rejects.toMatchObject({ code: 'internal' })
  await expect(nord.calls.autoCreditUpdate({ is_enabled: false })).rejects.toMatchObject({ code: 'internal' })
  await w.owner.query('drop trigger break_log on audit')
  expect(await ledger()).toMatchObject([{ balance_trigger: 50 * EURO, is_enabled: true }])
  await set({ balance_trigger: 60 * EURO })
  expect(await ledger()).toMatchObject([{ balance_trigger: 60 * EURO }])
})

test('control: if the rule booked only after the sale, some of the twenty sales would be refused', async () => {
  await sabotage(w, 'sell', 'case when v_ruled is null then 0 else v_line.hops end', '0')
  expect(await rush()).toBeLessThan(20)
})

test('control: without the check of the daily limit, automatic credit exceeds that limit', async () => {
  await giveWallet(w, kiosque, 10 * EURO)
  await sabotage(w, 'run_auto_credit', 'if v_rule.booked + v_rule.balance_topup > v_rule.daily_limit then return 0; end if;', '')
  await set({ balance_topup: 20 * EURO, daily_limit: 20 * EURO })
  const before = await booked()
  await rowsOf(w, `update auto_credit_rules set booked_on = ($1 at time zone 'Europe/Berlin')::date where tenant_id = 1`, [w.clock.now()])
  await w.services.money.runAutoCredit(1, kiosque)
  expect((await booked()) - before).toBeGreaterThan(0)
})
