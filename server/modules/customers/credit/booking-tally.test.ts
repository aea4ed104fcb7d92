// Totals of bookings, which come from the tally, equal the sums of the listed rows, whether the tally's job has run or not.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import { organisationId } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { booked } from './booking-tally.ts'

const HOUR_MS = 3_600_000
const w = await fileWorld()
let nord = await w.signIn('nord')
const customers = await Promise.all(['kiosque', 'gare', 'port'].map((name) => organisationId(w, name)))

type WalletHistoryInput = NonNullable<Parameters<Person['calls']['walletHistory']>[0]>
const book = async (i: number) =>
  nord.calls.walletChange({
    transaction_key: (await nord.calls.transactionKey({})).transaction_key,
    customer_id: customers[i % 2] ?? '',
    amount: (i + 1) * EURO,
    ...(i % 3 === 2 ? { type: 'credit_limit' } : { payment_mode: i % 2 === 0 ? 'cash' : 'card' }),
  })
const later = async (ms: number) => {
  w.clock.advance(ms)
  nord = await w.signIn('nord')
}
const tally = () => tallyTenant(w.services, 1, booked)

const questions = (): WalletHistoryInput[] => [
  {},
  { filters: { kind: 'top_up' } },
  { filters: { kind: 'credit_limit' } },
  { filters: { payment_mode: 'cash' } },
  { filters: { customer_id: customers[0] } },
  { search_text: 'kiosque' },
  { search_text: 'e', filters: { kind: 'top_up' } },
  { filters: { date_from: '2020-01-01', date_to: '2099-01-01' } },
  { search_text: 'kiosque', filters: { date_from: '2020-01-01', payment_mode: 'cash' } },
]

/** Returns for each request the totals in the server's answer (`said`), and the sums over the rows of that answer (`added`). */
async function totals() {
  const answers = await Promise.all(questions().map((asked) => nord.calls.walletHistory({ ...asked, limit: 100 })))
  const isLimit = ({ kind }: { kind: string }) => kind === 'credit_limit'
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)
  return {
    said: answers.map((answer) => answer.totals),
    added: answers.map(({ content }) => ({
      amount: sum(content.filter((row) => !isLimit(row))),
      limits: sum(content.filter(isLimit)),
      bookings: content.length,
    })),
  }
}

test('the totals of bookings equal the sums of their rows before the tally’s job runs, after it, and between two of its runs', async () => {
  const same = async () => {
    const { said, added } = await totals()
    expect(said).toEqual(added)
    return said
  }
  await same()
  for (let i = 0; i < 6; i++) await book(i)
  await same()
  await later(HOUR_MS)
  await Promise.all([tally(), tally()])
  const whole = await same()
  expect(whole[0]?.bookings).toBeGreaterThan(6)
  await book(6)
  await tally()
  expect((await same())[0]?.bookings).toBe((whole[0]?.bookings ?? 0) + 1)
  await later(30 * HOUR_MS)
  await tally()
  await same()
})

test('control: if the tally counts a booking twice, the totals differ from the sums of the rows', async () => {
  await w.db.write(1, (q) => booked.add(q, 1, new Date(0), w.clock.now()))
  const { said, added } = await totals()
  expect(said).not.toEqual(added)
})
