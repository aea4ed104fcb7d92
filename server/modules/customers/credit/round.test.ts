// Credit rounds: proposals are computed from real sales, only one round runs at a time, and customers credited since the proposals are left out. A request
// that is repeated after a lost answer books nothing twice.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { ABOVE, crediting } from '../../../test/credit.ts'
import { refusalOf } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { madeAt, PACE_DAYS, proposalOf } from './round.ts'
import { goOn } from './runs.ts'

const w = await fileWorld()
const on = await crediting(w)
let nord: Person
beforeEach(async () => {
  for (const { id } of await open()) await goOn(w.services, 1, id)
  await on.anew()
  nord = await w.signIn('nord')
})

const rowsFor = async (amounts: Record<string, number>, person = nord) => {
  const keys = (await person.calls.transactionKeys({ count: Object.keys(amounts).length })).transaction_keys
  return Object.entries(amounts).map(([username, amount], i) => ({ transaction_key: keys[i] ?? '', username, amount: amount * EURO }))
}
const credited = async (username: string) =>
  (
    await rowsOf<{ amount: number }>(w, `select amount from transfers where tenant_id = 1 and wallet_id = $1 and kind = 'top_up' order by seq`, [
      await organisationId(w, username),
    ])
  ).map(({ amount }) => amount)
/**
 * How far the test moves the clock. The time must be longer than ON_ITS_WAY (round.sql.ts), because a booking younger than that when proposals are made
 * counts as newer than the proposals.
 */
const LATER_MS = 10_000
const open = () => rowsOf<{ id: string }>(w, 'select id from credit_runs where tenant_id = 1 and round_id is not null and done < total')
const codes = async (run_id: string) => {
  await goOn(w.services, 1, run_id)
  return (await nord.calls.creditRunProgress({ run_id })).rows.map(({ outcome, code }) => code || outcome)
}

describe('the proposals of a round', () => {
  const purse = { available: 0, spent: 14_000 * EURO, usual: null, is_automatic: false }
  test.each([
    ['are what the shop spends in the days, rounded to a usual amount', {}, 7, 7_000, 'needs'],
    ['are reduced by the available amount', { available: 6_990 * EURO }, 7, 10, 'needs'],
    ['are multiples of 50 € above 100 €', { available: 6_890 * EURO + 1 }, 7, 110 + 40, 'needs'],
    ['are nothing if the available amount lasts', { available: 7_000 * EURO }, 7, 0, 'enough'],
    ['include what the shop spent on credit', { available: -5 * EURO, spent: 14 * EURO }, 7, 20, 'needs'],
    ['are the usual top-up, if it is a little higher', { available: 6_900 * EURO, usual: 150 * EURO }, 7, 150, 'needs'],
    ['are not the usual top-up, if it is more than twice as high', { available: 6_900 * EURO, usual: 500 * EURO }, 7, 100, 'needs'],
    ['are nothing for a shop that sells nothing', { spent: 0 }, 7, 0, 'idle'],
    ['are the usual top-up for a shop that sells nothing because it has no money left', { spent: 0, usual: 150 * EURO }, 7, 150, 'needs'],
    ['are nothing for a shop with automatic credit', { is_automatic: true }, 7, 0, 'automatic'],
  ] as const)('%s', (_, given, days, euro, reason) => {
    expect(proposalOf({ ...purse, ...given }, days)).toMatchObject({ proposed: euro * EURO, reason })
  })

  test('show as a shop’s pace what it paid on the last whole days, to the cent, and begin with the shops whose money runs out first', async () => {
    const begun = w.clock.now()
    const { content, total, round_id } = await nord.calls.creditProposals({ days: 7 })
    expect(total).toBe(content.length)
    expect(madeAt(round_id).getTime()).toBeGreaterThanOrEqual(begun.getTime())
    expect(madeAt(round_id).getTime()).toBeLessThanOrEqual(w.clock.now().getTime())
    const spent = await rowsOf<{ username: string; spent: string }>(
      w,
      `select u.username, sum(t.amount)::bigint as spent from transfers t
         join organisations o on o.tenant_id = 1 and o.id = t.wallet_id and o.parent_id = $1 and o.is_active
         join lateral (select username from users u where u.tenant_id = 1 and u.organisation_id = o.id and u.internal_role = 0 order by id limit 1) u on true
        where t.tenant_id = 1 and t.kind = 'sale' and t.payer_id = t.wallet_id
          and (t.created_at at time zone 'Europe/Berlin')::date - ($2::timestamptz at time zone 'Europe/Berlin')::date between -${PACE_DAYS} and -1 group by 1`,
      [nord.customer_id, w.clock.now()],
    )
    expect(spent.length).toBeGreaterThan(1)
    for (const { username, spent: amount } of spent)
      expect(content.find((row) => row.username === username)?.daily, username).toBe(Math.round(Number(amount) / PACE_DAYS))
    const days = content.flatMap(({ days_left }) => days_left ?? [])
    expect(days).toEqual([...days].sort((a, b) => a - b))
  })
})

test('a round leaves out a shop that was credited after the proposals were made; the same row sent outside a round is booked', async () => {
  await giveWallet(w, await organisationId(w, 'kiosque'), 0)
  w.clock.advance(LATER_MS)
  const { round_id } = await nord.calls.creditProposals({})
  await on.book(await on.colleague(), 40)
  const { run_id } = await nord.calls.creditRunStart({ rows: await rowsFor({ kiosque: 50, gare: 60 }), round_id })
  expect(await codes(run_id)).toEqual(['changed_meanwhile', 'booked'])
  // Control: sent without a round, the same row is booked.
  const again = await nord.calls.creditRunStart({ rows: await rowsFor({ kiosque: 50 }) })
  expect(await codes(again.run_id)).toEqual(['booked'])
  expect(await wrongs(w)).toEqual([])
})

test('of two users who begin a round simultaneously one is told that a round is in progress, and none of that user’s rows are booked later', async () => {
  const colleague = await on.colleague()
  const people = [nord, colleague]
  w.clock.advance(LATER_MS)
  const proposals = await Promise.all(people.map((person) => person.calls.creditProposals({})))
  const asked = await Promise.all(people.map((person) => rowsFor({ kiosque: 50, gare: 60 }, person)))
  const begin = (i: number) =>
    people[i]?.calls.creditRunStart({ rows: asked[i] ?? [], round_id: proposals[i]?.round_id ?? '' }) ?? Promise.reject(new Error('nobody'))
  const begun = await Promise.allSettled(people.map((_, i) => begin(i)))
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const first = begun.findIndex(({ status }) => status === 'fulfilled')
  expect(await refusalOf(begin(1 - first))).toBe('in_progress')
  expect(await open()).toHaveLength(1)
  const before = await credited('gare')
  for (const { id } of await open()) await goOn(w.services, 1, id)
  // The answer to the first request was lost. Sent again with the same keys, it returns what was booked and books nothing.
  const run = await begin(first)
  await goOn(w.services, 1, run.run_id)
  const late = await begin(1 - first)
  await goOn(w.services, 1, late.run_id)
  const { rows } = await (people[1 - first] ?? nord).calls.creditRunProgress({ run_id: late.run_id })
  expect(rows.map(({ code }) => code)).toEqual(['changed_meanwhile', 'changed_meanwhile'])
  expect((await people[first]?.calls.creditRunProgress({ run_id: run.run_id }))?.rows.map(({ outcome }) => outcome)).toEqual(['booked', 'booked'])
  expect((await credited('gare')).length - before.length).toBe(1)
})

test('control: credit runs that belong to no round can begin any number of times, while a second run of one round is refused', async () => {
  for (const amounts of [{ gare: 10 }, { gare: 20 }]) await nord.calls.creditRunStart({ rows: await rowsFor(amounts) })
  const { round_id } = await nord.calls.creditProposals({})
  const [rows, more] = [await rowsFor({ gare: 10 }), await rowsFor({ gare: 20 })]
  await nord.calls.creditRunStart({ rows, round_id })
  expect(await refusalOf(nord.calls.creditRunStart({ rows: more, round_id }))).toBe('in_progress')
})

test('a round does not propose credit that already waits for a second person', async () => {
  const proposed = async () => (await nord.calls.creditProposals({ days: 31 })).content.find(({ username }) => username === 'kiosque')?.proposed ?? 0
  const needed = await proposed()
  expect(needed).toBeGreaterThan(ABOVE)
  w.clock.advance(LATER_MS)
  const { round_id } = await nord.calls.creditProposals({ days: 31 })
  const { run_id } = await nord.calls.creditRunStart({ rows: await rowsFor({ kiosque: needed / EURO }), round_id })
  expect(await codes(run_id)).toEqual(['approval'])
  expect(await proposed()).toBe(0)
  // Control: once the waiting request is refused, the credit is proposed again.
  await rowsOf(w, `update credit_requests set state = 'refused' where tenant_id = 1`)
  expect(await proposed()).toBe(needed)
})
