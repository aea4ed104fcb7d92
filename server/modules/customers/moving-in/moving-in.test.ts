// Moving in: files are checked in a dry run; a move is carried out once, even if a server stops or an answer is lost; a report compares it with the books.

import { beforeAll, expect, test } from 'vitest'
import { MOVE_MAX, MOVES_A_DAY, moveColumns } from '../../../../contract/customers/moving-in.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'
import { goOn, goOnWithAll } from './carry-out.ts'
import { customer, key, killed, moving } from './fixtures/moves.ts'

const DAY_MS = 24 * 60 * 60_000
const w = await fileWorld()
const nord = await w.signIn('nord')
let products: { product_name: string; value: string }[] = []
beforeAll(async () => {
  products = (
    await rowsOf<{ product_name: string; value: number }>(
      w,
      `select p.name as product_name, c.value from products p join configurations c on c.tenant_id = 1 and c.product_id = p.id
        where p.tenant_id = 1 and p.owner_id = $1 order by p.name, c.value limit 2`,
      [nord.customer_id],
    )
  ).map((row) => ({ ...row, value: String(row.value / EURO) }))
})

const { start, rowsOfMove, walletsOf } = moving(w, nord)

test('the dry run names every wrong cell by row and column, adds up the valid rows, and changes nothing', async () => {
  const before = await rowsOf(w, 'select count(*)::int as n from organisations')
  const checked = await nord.calls.moveCheck({
    customers: [
      customer('a', { balance: '250.50', credit_limit: '100' }),
      customer('b', { mobile: '0', balance: '12,345.67', plan_name: 'No such plan' }),
      customer('a', { email: 'other@example.test' }),
      customer('c', { username: 'kiosque', email: 'kiosk-a@example.test' }),
      customer('d', { name: '', balance: '-5' }),
      customer('f', { balance: '-5', credit_limit: '4.99' }),
      customer('g', { balance: '-10000000.01', credit_limit: '10000000' }),
      customer('e', { plan_name: ' gold ', balance: '1' }),
    ],
    prices: [
      ['kiosk-a', products[0]?.product_name.toUpperCase() ?? '', products[0]?.value ?? '', '7.5'],
      ['kiosk-a', products[0]?.product_name ?? '', products[0]?.value ?? '', '8'],
      ['nobody', products[0]?.product_name ?? '', '', '5'],
      ['kiosk-a', 'No such card', '', '5'],
      ['kiosk-a', products[0]?.product_name ?? '', '3.33', '5'],
      ['kiosk-a', products[0]?.product_name ?? '', '', '101'],
    ],
  })
  const named = checked.problems.map(({ file, row, field, code, limit, is_warning }) => [file, row, field, code, limit, is_warning].join(' '))
  expect(named).toEqual([
    'customers 2 mobile not_a_phone_number  false',
    'customers 2 balance not_an_amount  false',
    'customers 2 plan_name none_here  false',
    'customers 3 username row_twice 1 false',
    'customers 4 username username_taken  false',
    'customers 4 email row_twice 1 true',
    'customers 5 name required  false',
    'customers 6 credit_limit limit_below_debt 50000 false',
    'customers 7 balance too_small -100000000000 false',
    'prices 2 product_name row_twice 1 false',
    'prices 3 username not_in_file  false',
    'prices 4 product_name none_here  false',
    'prices 5 value none_here  false',
    'prices 6 discount too_big 10000 false',
  ])
  expect(checked).toMatchObject({ customers: 2, balance: 251.5 * EURO, credit_limit: 100 * EURO, prices: 1, bad: 11, waiting: 0 })
  expect(await rowsOf(w, 'select count(*)::int as n from organisations')).toEqual(before)
})

test('a move with a wrong row is not begun, and the answer names the wrong cell', async () => {
  await expect(start([customer('x'), customer('x')])).rejects.toMatchObject({
    ...{ code: 'invalid_input', problems: [{ field: 'customers.1.username', code: 'invalid_value' }] },
  })
  await expect(start([])).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'customers', code: 'required' }] })
  const many = Array.from({ length: MOVE_MAX + 1 }, (_, i) => customer(i))
  await expect(start(many)).rejects.toThrow('too_big')
  expect((await nord.calls.movesList({})).content).toEqual([])
})

test('the largest move can be checked with every cell filled: the bound on the values of a form leaves room for it', async () => {
  const row = Array.from({ length: moveColumns.length }, (_, cell) => `c${cell}`)
  expect((await nord.calls.moveCheck({ customers: Array.from({ length: MOVE_MAX }, () => row) })).bad).toBe(MOVE_MAX)
})

test('the customers of a move get their balance, limit, plan and prices by ordinary bookings, and the report shows no difference', async () => {
  const customers = [customer('one', { balance: '200.25', credit_limit: '50', plan_name: 'Gold' }), customer('two')]
  const prices = [['kiosk-one', products[0]?.product_name ?? '', products[0]?.value ?? '', '1.5']]
  const { move_id } = await start(customers, prices)
  expect(w.enqueued.at(-1)).toEqual({ name: 'move', payload: { tenant_id: 1, move_id } })
  expect((await nord.calls.movesList({})).content[0]).toMatchObject({ move_id, state: 'running', customers: 2, done: 0 })
  await goOn(w.services, 1, move_id)
  expect((await nord.calls.movesList({ filters: { move_id } })).content).toMatchObject([{ state: 'done', customers: 2, done: 2, refused: 0 }])
  const report = await nord.calls.moveRows({ move_id })
  expect(report.content[0]).toMatchObject({ row: 1, username: 'kiosk-one', outcome: 'equal', balance_booked: 200.25 * EURO, prices: 1, prices_set: 1 })
  const sums = { customers: 2, balance: 200.25 * EURO, balance_booked: 200.25 * EURO, credit_limit: 50 * EURO, credit_limit_booked: 50 * EURO }
  expect(report.totals).toEqual(sums)
  const customer_id = report.content[0]?.customer_id ?? ''
  const details = await nord.calls.customerDetails({ customer_id })
  expect(details).toMatchObject({ plan_name: 'Gold', city: 'Lille', is_registering: true, wallet: { balance: 200.25 * EURO, credit_limit: 50 * EURO } })
  expect(details.flags).toContain('has_cash_card')
  const { content } = await nord.calls.walletHistory({ filters: { customer_id } })
  expect(content.map(({ kind, remarks, payment_mode }) => [kind, remarks, payment_mode])).toEqual([
    ['top_up', 'opening balance', 'none'],
    ['credit_limit', 'opening balance', ''],
  ])
  const written = await rowsOf<{ action: string }>(w, 'select action from audit where tenant_id = 1 and subject_id = $1 order by id', [customer_id])
  expect(written.map(({ action }) => action)).toEqual(['customerAdd', 'walletChange', 'walletChange', 'assignedChange'])
  // Once a customer is made, its personal details are stored only with the customer and no longer in the move.
  expect(await rowsOf(w, 'select from move_rows where tenant_id = 1 and move_id = $1 and customer is not null', [move_id])).toEqual([])
  expect(await wrongs(w)).toEqual([])
})

test('a request for a move that is repeated after a lost answer begins no second move; another request under the same key is refused', async () => {
  const input = { transaction_key: await key(nord), customers: [customer('lost', { balance: '10' })], prices: [], remarks: 'opening balance' }
  const [one, two] = [await nord.calls.moveStart(input), await nord.calls.moveStart(input)]
  expect(two).toEqual(one)
  await expect(nord.calls.moveStart({ ...input, remarks: 'something else' })).rejects.toMatchObject({ code: 'key_reused' })
  await goOn(w.services, 1, one.move_id)
  expect(await nord.calls.moveStart(input)).toEqual(one)
  expect(await walletsOf(['kiosk-lost'])).toMatchObject([{ balance: 10 * EURO, transfers: 1 }])
})

test('of two users who begin a move simultaneously one succeeds, and the other is told that a move is in progress', async () => {
  const colleague = await addAccount(w, 'nord', { internal_role: 0 })
  const other = await w.signIn(colleague.username)
  const begun = await Promise.allSettled([start([customer('race')]), start([customer('race', { balance: '5' })], [], other)])
  expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'in_progress' } })
  await goOnWithAll(w.services, 1)
  // Control: once the first move has ended, another may begin. The move below is refused only because the first move has taken its customer's user name.
  await expect(start([customer('race')], [], other)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('if a server stops after crediting a customer and before storing the outcome, another continues, and no customer is added or booked twice', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `kill-${i}`)
  const { move_id } = await start(names.map((name) => customer(name, { balance: '20', credit_limit: '10' })))
  // The first server is killed before it stores the outcome of the third customer, which it has credited already; the second server likewise at the fourth
  // customer.
  await expect(goOn(killed(w, 'update move_rows', 3), 1, move_id)).rejects.toThrow('killed')
  expect((await rowsOfMove(move_id)).map(({ outcome }) => outcome)).toEqual(['equal', 'equal', 'open', 'open', 'open', 'open'])
  await expect(walletsOf(['kiosk-kill-2'])).resolves.toMatchObject([{ balance: 20 * EURO }])
  // The claim of the stopped server still holds, for a minute, so no other server continues the move yet.
  await goOnWithAll(w.services, 1)
  expect((await rowsOfMove(move_id)).filter(({ outcome }) => outcome === 'open')).toHaveLength(4)
  await expect(nord.calls.moveUndo({ move_id })).rejects.toMatchObject({ code: 'in_progress' })
  w.clock.advance(61_000)
  await expect(goOn(killed(w, 'update move_rows', 2), 1, move_id)).rejects.toThrow('killed')
  w.clock.advance(61_000)
  await goOnWithAll(w.services, 1)
  expect((await rowsOfMove(move_id)).map(({ outcome }) => outcome)).toEqual(names.map(() => 'equal'))
  const wallets = await walletsOf(names.map((name) => `kiosk-${name}`))
  expect(wallets).toEqual(wallets.map(({ username }) => ({ username, balance: 20 * EURO, credit_limit: 10 * EURO, transfers: 1, is_active: true })))
  expect(wallets).toHaveLength(6)
  expect(await wrongs(w)).toEqual([])
})

test('amounts of a move above one person’s daily amount wait for a second person, and the report shows them as waiting until they are approved', async () => {
  await rowsOf(w, 'update organisations set credit_approval_above = $1 where tenant_id = 1 and id = $2', [100 * EURO, nord.customer_id])
  const second = await addAccount(w, 'nord', { internal_role: 0 })
  const customers = [
    customer('big', { balance: '150', credit_limit: '40' }),
    customer('sum', { balance: '70', credit_limit: '40' }),
    customer('small', { balance: '100' }),
  ]
  expect(await nord.calls.moveCheck({ customers })).toMatchObject({ waiting: 2, balance: 320 * EURO })
  const { move_id } = await start(customers)
  await goOn(w.services, 1, move_id)
  const { content, totals } = await nord.calls.moveRows({ move_id })
  expect(content.map(({ outcome, balance_booked }) => [outcome, balance_booked])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
    ['equal', 100 * EURO],
  ])
  expect(totals).toMatchObject({ balance: 320 * EURO, balance_booked: 100 * EURO, credit_limit_booked: 80 * EURO })
  const decider = await w.signIn(second.username)
  const { content: requests } = await decider.calls.creditRequestsList({ filters: { state: 'waiting' } })
  const big = requests.find(({ customer_name }) => customer_name === 'Kiosk big')
  await decider.calls.creditRequestDecide({ request_id: big?.request_id ?? '', action: 'approve' })
  expect((await decider.calls.moveRows({ move_id })).content[0]).toMatchObject({ outcome: 'equal', balance_booked: 150 * EURO })
  expect(await wrongs(w)).toEqual([])
})

test('a move with balances needs the right to credit, a move with plans the right to set prices; after its user loses a right, a move adds nothing more', async () => {
  const { username } = await addAccount(w, 'nord', { internal_role: 1, flags: ['has_customers'] })
  const clerk = await w.signIn(username)
  for (const more of [{ balance: '1' }, { credit_limit: '1' }, { plan_name: 'Gold' }])
    await expect(clerk.calls.moveCheck({ customers: [customer('clerk', more)] })).rejects.toMatchObject({ code: 'forbidden' })
  const { move_id } = await start([customer('clerk-1'), customer('clerk-2')], [], clerk)
  await rowsOf(w, `update users set flags = '{}' where tenant_id = 1 and username = $1`, [username])
  await goOn(w.services, 1, move_id)
  expect((await rowsOfMove(move_id)).map(({ outcome, code }) => [outcome, code])).toEqual([
    ['refused', 'forbidden'],
    ['refused', 'forbidden'],
  ])
  expect(await walletsOf(['kiosk-clerk-1'])).toEqual([])
  await expect((await w.signIn('sud')).calls.moveRows({ move_id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an organisation can begin twenty moves a day at most', async () => {
  w.clock.advance(2 * DAY_MS)
  const me = await w.signIn('nord')
  for (let i = 0; i < MOVES_A_DAY; i++) await goOn(w.services, 1, (await start([customer(`day-${i}`)], [], me)).move_id)
  await expect(start([customer('day-more')], [], me)).rejects.toMatchObject({ code: 'too_many_requests' })
  w.clock.advance(DAY_MS)
  await expect(start([customer('day-more')], [], await w.signIn('nord'))).resolves.toBeDefined()
})
