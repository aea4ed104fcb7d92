// A ledger of any period equals its transfers, read one by one. In every order and on every page, the opening balance plus the movements makes the closing
// balance.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { BALANCES_MAX } from '../../../../contract/papers/ledgers.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { seeded } from '../../../sweeps/dice.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { type Cut, pageOf, seek } from './ledgers.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const w = await fileWorld()
const shop = await w.signIn('kiosque')
const nord = await w.signIn('nord')
const wallet_id = shop.customer_id
const dice = seeded(29)

type Row = { seq: number; amount: number; kind: string; at: Date; isCredit: boolean; after: number; created_by: string }
const kinds = ['sale', 'sale', 'sale', 'sale', 'top_up', 'refund', 'correction', 'auto_credit'] as const

/** Makes random rows of a year, including both changes of the clocks. Most rows lie around midnight, and tills are up to twenty minutes late. */
function year(cashier: string, manager: string): Row[] {
  const rows: Row[] = []
  let balance = 0
  for (let day = Date.UTC(2025, 9, 20); day < Date.UTC(2026, 10, 20); day += dice.pick([1, 1, 2, 9]) * DAY_MS)
    for (let n = 0; n < 24; n++) {
      const minute = n < 8 ? n * 100 : 22 * 60 + (n - 8) * 8
      const kind = dice.pick(kinds)
      const isCredit = kind === 'sale' ? false : kind === 'correction' ? dice.chance(0.5) : true
      const amount = dice.below(50) * EURO + dice.below(EURO) + 1
      balance += isCredit ? amount : -amount
      const at = new Date(day + (minute - dice.below(20)) * MINUTE_MS + dice.below(1000))
      rows.push({ seq: rows.length + 1, amount, kind, at, isCredit, after: balance, created_by: kind === 'sale' ? cashier : manager })
    }
  return rows
}

async function lay(rows: Row[]) {
  await rowsOf(w, 'delete from corrections where tenant_id = 1 and wallet_id = $1', [wallet_id])
  await rowsOf(w, 'delete from transfers where tenant_id = 1 and wallet_id = $1', [wallet_id])
  await rowsOf(
    w,
    `insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, remarks, created_by, created_at)
     select 1, w.organisation_id, r.seq, case when r.credit then w.parent_id else w.organisation_id end,
            case when r.credit then w.organisation_id else w.parent_id end, r.amount, r.kind, $2, r.after, 'a note', r.by, r.at
       from wallets w, unnest($3::int[], $4::bool[], $5::bigint[], $6::text[], $7::bigint[], $8::uuid[], $9::timestamptz[]) r(seq, credit, amount, kind, after, by, at)
      where w.tenant_id = 1 and w.organisation_id = $1`,
    [wallet_id, newId(), ...(['seq', 'isCredit', 'amount', 'kind', 'after', 'created_by', 'at'] as const).map((name) => rows.map((row) => row[name]))],
  )
  await rowsOf(w, 'update wallets set balance = $2, transfers = $3, credit_limit = 100000000000 where tenant_id = 1 and organisation_id = $1', [
    wallet_id,
    rows.at(-1)?.after ?? 0,
    rows.length,
  ])
}

const userId = async (username: string) =>
  (await rowsOf<{ id: string }>(w, 'select id from users where tenant_id = 1 and username = $1', [username]))[0]?.id as string
const rows = year(await userId('kiosque'), await userId('nord'))
await lay(rows)

type Filters = NonNullable<NonNullable<Parameters<Person['calls']['ledgerOwn']>[0]>['filters']>
const signed = ({ isCredit, amount }: Row) => (isCredit ? amount : -amount)
const sum = (some: readonly Row[]) => some.reduce((all, row) => all + signed(row), 0)

/** What the ledger should answer, computed from all rows by brute force. */
function counted({ date_from = '0001-01-01', date_to = '9999-12-31', kind, amount_from = 0, amount_to = Number.MAX_SAFE_INTEGER }: Filters) {
  const dayOf = ({ at }: Row) => berlinDay(at)
  const inside = rows.filter((row) => dayOf(row) >= date_from && dayOf(row) <= date_to)
  let balance = sum(rows.filter((row) => dayOf(row) < date_from))
  const opening = balance
  const shown = inside.map((row) => {
    balance += signed(row)
    return { entry: `${wallet_id}-${row.seq}`, amount: signed(row), balance, row }
  })
  const left = shown.filter(({ row }) => (!kind || row.kind === kind) && row.amount >= amount_from && row.amount <= amount_to)
  // The rows of a ledger of bookings are ordered by their time.
  if (kind && kind !== 'sale') left.sort((one, other) => one.row.at.getTime() - other.row.at.getTime())
  return {
    opening_balance: opening,
    closing_balance: balance,
    credit_total: sum(left.map(({ row }) => row).filter(({ isCredit }) => isCredit)),
    debit_total: 0 - sum(left.map(({ row }) => row).filter(({ isCredit }) => !isCredit)),
    rows: left.map(({ entry, amount, balance: after }) => [entry, amount, after]),
  }
}

/** Reads all pages of a ledger, one after the other. */
async function read(filters: Filters, sort: 'created_at' | '-created_at', limit: number) {
  const content: Awaited<ReturnType<typeof shop.calls.ledgerOwn>>['content'] = []
  for (let page = 0; ; page++) {
    const answer = await shop.calls.ledgerOwn({ filters, sort, limit, page })
    content.push(...answer.content)
    if (content.length < answer.filters.total_count && answer.content.length > 0) continue
    return { ...answer, content: sort === 'created_at' ? content : content.reverse() }
  }
}

const days = [...new Set(rows.map(({ at }) => berlinDay(at)))].sort()
const period = (): Filters => {
  const first = dice.below(days.length)
  const length = dice.pick([0, 0, 1, 7, 40, 300])
  return { date_from: days[first], date_to: days[Math.min(first + length, days.length - 1)] }
}
const questions: Filters[] = [
  {},
  { date_from: '2025-12-31', date_to: '2025-12-31' },
  { date_from: '2026-03-29', date_to: '2026-03-29' },
  { date_from: '2026-10-25', date_to: '2026-10-25' },
  { date_to: '2026-01-01' },
  { date_from: '2026-11-01' },
  { date_from: '2020-01-01', date_to: '2020-01-31' },
  ...Array.from({ length: 12 }, period),
  { ...period(), kind: 'sale' },
  { ...period(), kind: 'top_up' },
  { kind: 'correction' },
  { ...period(), amount_from: 20 * EURO },
  { ...period(), kind: 'refund', amount_from: EURO, amount_to: 30 * EURO },
]

test.each(questions)('the ledger of %j has exactly the wallet’s transfers, page by page, oldest or newest first', async (filters) => {
  const { rows: expected, ...totals } = counted(filters)
  for (const sort of ['created_at', '-created_at'] as const) {
    const { content, ...answer } = await read(filters, sort, sort === 'created_at' ? 97 : 41)
    const [opening, closing] = [content[0], content.at(-1)]
    expect(content.slice(1, -1).map((row) => [row.entry_id, (row.credit ?? 0) - (row.debit ?? 0), row.balance_after])).toEqual(expected)
    expect([opening?.kind, opening?.balance_after, closing?.kind, closing?.balance_after]).toEqual([
      'opening',
      totals.opening_balance,
      'closing',
      totals.closing_balance,
    ])
    expect(answer.totals).toEqual({ ...totals, movements: expected.length })
    expect(answer.agrees).toEqual({ agrees: true, difference: 0, finding: null })
    expect(answer.balances).toBeNull()
  }
})

test('control: transfers around midnight are out of order, so a day’s opening balance cannot be taken from the last row before the day', async () => {
  const wrong = days.filter((day) => {
    const last = rows.findLast(({ at }) => berlinDay(at) < day)
    return last !== undefined && last.after !== counted({ date_from: day }).opening_balance
  })
  expect(wrong.length).toBeGreaterThan(3)
})

test('the balance chart has each day’s closing balance, also over clock changes, and ends with the ledger’s closing balance', async () => {
  await rowsOf(w, "update organisations set created_at = '2025-10-01' where tenant_id = 1 and id = $1", [wallet_id])
  const byOrder = (day: string) => rows.findLast(({ at }) => berlinDay(at) <= day)?.after ?? 0
  let isMixed = false
  for (const filters of [{}, { date_from: '2026-03-20', date_to: '2026-04-02' }, { date_from: '2025-10-20', date_to: '2025-11-20' }, period(), period()]) {
    const { balances, totals } = await shop.calls.ledgerOwn({ filters, with_balances: true, limit: 1 })
    expect(balances).toEqual((balances ?? []).map(({ day }) => ({ day, balance: counted({ date_to: day }).closing_balance })))
    expect(balances?.at(-1)?.balance).toBe(totals.closing_balance)
    expect(balances?.length).toBeLessThanOrEqual(BALANCES_MAX)
    isMixed ||= (balances ?? []).some(({ day, balance }) => balance !== byOrder(day))
  }
  // Control: on some days the balance beside the last row differs from the balance at the end of the day.
  expect(isMixed).toBe(true)
})

test('a changed amount makes the ledger of every period that contains it disagree with the books, and a changed wallet balance does so for any period', async () => {
  const [row] = rows.filter(({ at }) => berlinDay(at) === days[10])
  if (!row) throw new Error('no row')
  const change = (by: number) =>
    rowsOf(w, 'update transfers set amount = amount + $3 where tenant_id = 1 and wallet_id = $1 and seq = $2', [wallet_id, row.seq, by])
  const agrees = async (filters: Filters) => (await shop.calls.ledgerOwn({ filters })).agrees.agrees
  await change(1)
  expect([await agrees({}), await agrees({ date_from: days[10], date_to: days[10] }), await agrees({ date_from: days[30] })]).toEqual([false, false, true])
  await change(-1)
  const pay = (by: number) => rowsOf(w, 'update wallets set balance = balance + $2 where tenant_id = 1 and organisation_id = $1', [wallet_id, by])
  await pay(1)
  expect(await agrees({ date_from: days[30] })).toBe(false)
  await pay(-1)
  expect(await agrees({})).toBe(true)
})

test('a parent sees the same ledger rows as the customer itself, and also who booked them; the customer does not see who booked them', async () => {
  const filters = { kind: 'top_up' } as const
  const [own, above] = await Promise.all([shop.calls.ledgerOwn({ filters }), nord.calls.ledgerCustomer({ customer_id: wallet_id, filters })])
  const bare = ({ person: _, remarks: __, created_at, ...row }: (typeof own.content)[number]) => ({ ...row, at: row.kind === 'closing' ? 'now' : created_at })
  expect(above.content.map(bare)).toEqual(own.content.map(bare))
  expect(new Set(own.content.map(({ person, remarks }) => person + remarks))).toEqual(new Set(['']))
  expect(above.content[1]?.person).not.toBe('')
  expect(above.content[1]?.remarks).toBe('a note')
})

test('a ledger can be searched by the name of the user who sold; a shop finds nothing by the name of a user above it', async () => {
  const all = await shop.calls.ledgerOwn({ filters: { kind: 'sale' } })
  const found = await shop.calls.ledgerOwn({ search_text: 'KIOSQUE' })
  expect(found.totals).toEqual(all.totals)
  expect((await shop.calls.ledgerOwn({ search_text: 'nord' })).totals.movements).toBe(0)
  expect((await nord.calls.ledgerCustomer({ customer_id: wallet_id, search_text: 'nord' })).totals.movements).toBeGreaterThan(0)
})

test('the ledger of an organisation that is not below the reader’s own is not found', async () => {
  const platform = await w.signIn('platform', { host: 'platform.localhost' }).catch(() => undefined)
  const stranger = await organisationId(w, 'port')
  await expect((await w.signIn('gare')).calls.ledgerCustomer({ customer_id: wallet_id })).rejects.toMatchObject({ status: 403 })
  await expect(nord.calls.ledgerCustomer({ customer_id: nord.customer_id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await nord.calls.ledgerCustomer({ customer_id: stranger })).organisation_name).not.toBe('')
  if (platform) expect((await platform.calls.ledgerCustomer({ customer_id: wallet_id })).agrees.agrees).toBe(true)
})

test('in the ledger of a shop that may not know its discount, rows have no product and quantity beside the price', async () => {
  const key = (await nord.calls.transactionKey({})).transaction_key
  await nord.calls.walletChange({ transaction_key: key, customer_id: wallet_id, amount: 100 * EURO })
  const offer = (await shop.calls.sellerProductsV2({})).content.find(({ left }) => left === null)
  await shop.calls.sell({
    transaction_key: (await shop.calls.transactionKey({})).transaction_key,
    configuration_id: offer?.configuration_id ?? '',
    quantity: 2,
  })
  const sale = async (person = shop) => (await person.calls.ledgerOwn({ filters: { kind: 'sale' } })).content[1]
  expect(await sale()).toMatchObject({ quantity: 2, product_name: offer?.product_name, cause: 'sale' })
  await rowsOf(w, 'update organisations set mask_seller_discount = true where tenant_id = 1 and id = $1', [wallet_id])
  expect(await sale(await w.signIn('kiosque'))).toMatchObject({ quantity: null, product_name: '', cause: 'sale' })
})

test('the pages of a ledger together have all rows, and the position of a distant page is found without reading the pages before', () => {
  for (let n = 0; n < 2000; n++) {
    const total = dice.below(30)
    const limit = 1 + dice.below(12)
    for (const sort of ['created_at', '-created_at'] as const) {
      const all: string[] = []
      for (let page = 0; page * limit < total + 2; page++) {
        const { hasClosing, hasOpening, offset, limit: most } = pageOf({ page, limit, sort }, total)
        const newest = [...(hasClosing ? ['closing'] : []), ...Array.from({ length: most }, (_, i) => String(offset + i)), ...(hasOpening ? ['opening'] : [])]
        all.push(...(sort === 'created_at' ? newest.reverse() : newest))
      }
      const whole = ['closing', ...Array.from({ length: total }, (_, i) => String(i)), 'opening']
      expect(all).toEqual(sort === 'created_at' ? whole.reverse() : whole)
    }
    const from: Cut = { sure: dice.below(10), open: 0, passed: 0, balance: 0 }
    from.open = from.sure + dice.below(5)
    const to: Cut = { sure: from.sure + dice.below(20), open: 0, passed: 0, balance: 0 }
    to.open = to.sure + dice.below(5)
    to.passed = to.sure + dice.below(to.open - to.sure + 1)
    const offset = dice.below(20)
    const place = seek(offset, from, to)
    expect(place.offset).toBeGreaterThanOrEqual(0)
    expect(place.until).toBeGreaterThanOrEqual(from.sure)
  }
})
