// Figures from the roll-ups equal those of the lines and of the ledger over random months: before the roll-up job has ever run, while it runs, and afterwards.
import { expect, test } from 'vitest'
import { berlinDay } from '../kit/berlin.ts'
import { JOB } from '../kit/turns.ts'
import { type Dice, seeded } from '../sweeps/dice.ts'
import { rowsOf } from '../test/arrange.ts'
import { byHand, clockAt, type Key, sorted } from '../test/by-hand.ts'
import { type Fact, factsOf, pastMonths, winterOf } from '../test/past-months.ts'
import { fileWorld } from '../test/world.ts'
import { figuresByHour, figuresUntil, hours, UNTIL_MINUTE } from './by-hour.ts'
import type { Dimension, SalesQuestion } from './question.ts'
import { figures } from './roll-ups.ts'
import { HOUR, WEEKDAY } from './sale-lines.ts'
import { type Figures, figuresBy, figuresOfLines, isRolledUp, USER } from './sales-figures.ts'
import { tallyTenant } from './tallies.ts'
import { kinds, standing } from './totals-by-year.ts'

const w = await fileWorld()
const SEED = Number(process.env.SEED ?? 11)
await pastMonths(w, SEED)
const winter = winterOf(w)
const facts = await factsOf(w)
type Org = { id: string; kind: SalesQuestion['asker']['kind']; parent_id: string | null; path: string[] }
const organisations = await rowsOf<Org>(w, `select id, kind, parent_id, path from organisations where tenant_id = 1`)
const pathOf = new Map(organisations.map(({ id, path }) => [id, path]))
const brute = byHand(facts, pathOf)
await rowsOf(w, `update products set type = (array['cash_card', 'gift_card', 'soft_pin'])[1 + abs(hashtext(id::text)) % 3] where tenant_id = 1`)
const goodsSold = await rowsOf<{ id: string; type: string }>(w, 'select c.id, p.type from configurations c join products p on p.id = c.product_id')
const typeOf = new Map(goodsSold.map(({ id, type }) => [id, type]))

const sets: readonly (readonly Dimension[])[] = [
  [],
  ['day'],
  ['month'],
  ['customer'],
  ['configuration'],
  ['supplier'],
  ['day', 'customer'],
  ['month', 'customer'],
  ['day', 'configuration'],
  ['month', 'configuration'],
  ['customer', 'configuration'],
  ['configuration', 'supplier'],
  ['month', 'customer', 'configuration', 'supplier'],
  ['kind'],
  ['customer', 'kind'],
  ['day', 'kind'],
  ['day', 'customer', 'kind'],
  ['kind', 'configuration'],
  ['seller'],
  ['user'],
  ['seller', 'user'],
  ['customer', 'user'],
]

const keyBy =
  (by: readonly Dimension[]) =>
  (fact: Fact, customer_id: string, day: string): Key => ({
    ...(by.includes('day') ? { day } : {}),
    ...(by.includes('month') ? { month: `${day.slice(0, 7)}-01` } : {}),
    ...(by.includes('customer') ? { customer_id } : {}),
    ...(by.includes('configuration') ? { configuration_id: fact.configuration_id } : {}),
    ...(by.includes('kind') ? { product_type: typeOf.get(fact.configuration_id) ?? '' } : {}),
    ...(by.includes('supplier') ? { supplier_id: fact.supplier_id } : {}),
    ...(by.includes('seller') ? { seller_id: fact.seller_id } : {}),
    ...(by.includes('user') ? { user_id: fact.user_id } : {}),
  })

/** A random question: who asks, over which days, with which filters. */
function question(dice: Dice, isOfPeople = false): SalesQuestion {
  const days = [...new Set([winter.from, winter.to, '2000-01-01', ...facts.map(({ created_at }) => berlinDay(new Date(created_at)))])]
  const near = `${winter.to.slice(0, 4)}-01-01`
  const [a, b] = [dice.pick(days), dice.chance(0.3) ? near : dice.pick(days)].sort() as [string, string]
  const asker = dice.pick(organisations.filter(({ id }) => facts.some((fact) => pathOf.get(fact.seller_id)?.includes(id))))
  const some = (ids: readonly string[]) => (dice.chance(0.25) ? ids.filter(() => dice.chance(0.5)) : null)
  const sold = [...new Set(facts.map(({ configuration_id }) => configuration_id))].sort()
  const kind = dice.chance(0.2) ? dice.pick(['cash_card', 'gift_card', 'soft_pin']) : null
  return {
    asker: { tenant_id: 1, organisation_id: asker.id, kind: asker.kind },
    date_from: a,
    date_to: dice.chance(0.3) ? '2099-12-31' : b,
    customer_ids: some(organisations.filter(({ parent_id }) => parent_id === asker.id).map(({ id }) => id)),
    configuration_ids: kind ? sold.filter((id) => typeOf.get(id) === kind) : some(sold),
    kinds: kind ? [kind] : null,
    supplier_ids: some([...new Set(facts.map(({ supplier_id }) => supplier_id))].sort()),
    ...(isOfPeople
      ? {
          seller_ids: some([...new Set(facts.map(({ seller_id }) => seller_id))].sort()),
          user_ids: some([...new Set(facts.map(({ user_id }) => user_id))].sort()),
        }
      : {}),
    signs: dice.chance(0.2) ? [dice.pick([1, -1])] : null,
  }
}

/** Drops the filters by goods from a question about persons, because no roll-up combines persons with goods. */
const known = (by: readonly Dimension[], asked: SalesQuestion): SalesQuestion =>
  isRolledUp(by, asked) ? asked : { ...asked, configuration_ids: null, kinds: null, supplier_ids: null }

const ask = (by: readonly Dimension[], asked: SalesQuestion) =>
  w.db.list({ tenant_id: 1, user_id: JOB }, async (q) => {
    const { text, values } = await figuresBy(q, by, asked)
    return q.query<Figures & Key>(text, values)
  })

/** The questions whose answer from the roll-ups differs from the sum of the lines. */
async function differing(dice: Dice, times: number, most = times): Promise<string[]> {
  const wrong: string[] = []
  for (let i = 0; i < times && wrong.length < most; i++) {
    const by = sets[i % sets.length] ?? []
    const asked = known(by, question(dice, by.includes('seller') || by.includes('user')))
    const answered = await ask(by, asked)
    const expected = brute(asked, keyBy(by))
    const isNone = by.length === 0 && expected.length === 0 && answered.length === 1 && answered[0]?.lines === 0
    if (!isNone && JSON.stringify(sorted(answered)) !== JSON.stringify(sorted(expected))) wrong.push(JSON.stringify({ by, ...asked }))
  }
  return wrong
}

/** Runs the jobs of these tallies as of a past instant. If some are left out, sums must still be right, as just after an upgrade that added them. */
async function tallyAt(at: Date, tallies = [figures, standing, kinds]): Promise<void> {
  for (const tally of tallies) await tallyTenant({ db: w.db, clock: () => new Date(at.getTime() + 10 * 60_000) }, 1, tally)
}

test('sums by day from the roll-ups equal the sums of the lines before the roll-up job has run, while it adds up the winter, and afterwards', async () => {
  const dice = seeded(SEED)
  expect(await differing(dice, 2 * sets.length)).toEqual([])
  const moments = facts
    .map(({ created_at }) => new Date(created_at))
    .filter(() => dice.chance(4 / facts.length))
    .sort((a, b) => a.getTime() - b.getTime())
  for (const moment of moments) {
    await tallyAt(moment, dice.chance(0.5) ? [figures] : dice.chance(0.3) ? [figures, standing] : undefined)
    expect(await differing(dice, 2 * sets.length)).toEqual([])
  }
  await Promise.all([tallyAt(w.clock.now()), tallyAt(w.clock.now())])
  expect(await differing(dice, 3 * sets.length)).toEqual([])
})

test('a period that ends before it begins has no figures', async () => {
  const dice = seeded(SEED)
  for (const by of [...sets, ...sets]) {
    const { asker, date_from, date_to } = question(dice)
    const rows = await ask(by, { asker, date_from: date_to, date_to: date_from })
    if (date_from < date_to) expect(rows.filter(({ lines }) => lines !== 0)).toEqual([])
  }
})

test('the sums by shop, person and goods stay the same if no running totals exist and the lines themselves are read', async () => {
  const dice = seeded(SEED + 1)
  for (let i = 0; i < 8; i++) {
    const asked = question(dice)
    const { text, values } = figuresOfLines({ user_id: USER }, asked)
    const answered = await w.db.read(1, (q) => q.query<Figures & Key>(text, values))
    expect(sorted(answered)).toEqual(sorted(brute(asked, (fact) => ({ user_id: fact.user_id }))))
  }
})

/** The figures by hour and weekday of random periods, and of single days up to some minute, that differ from the sums of the lines. */
async function differingByHour(dice: Dice, times: number): Promise<string[]> {
  const wrong: string[] = []
  for (let i = 0; i < times; i++) {
    const { asker, date_from, date_to } = question(dice)
    if (asker.kind === 'seller') continue
    const minute = new Date(dice.pick(facts).created_at)
    const day = berlinDay(new Date(dice.chance(0.5) ? minute : dice.pick(facts).created_at))
    const [days, oneDay] = [
      { asker, date_from, date_to },
      { asker, date_from: day, date_to: day },
    ]
    const byClock = await w.db.read(1, (q) =>
      figuresByHour(q, { hour: HOUR, weekday: WEEKDAY }, days).then(({ text, values }) => q.query<Figures & Key>(text, values)),
    )
    const soFar = await w.db.read(1, (q) =>
      figuresUntil(q, { hour: HOUR }, asker, { days: [day], minute, where: UNTIL_MINUTE }).then(({ text, values }) => q.query<Figures & Key>(text, values)),
    )
    const clock = brute(days, ({ created_at }) => ({ hour: clockAt(new Date(created_at)).hour, weekday: clockAt(new Date(created_at)).weekday }))
    const isOver = ({ created_at }: Fact) => clockAt(new Date(created_at)).time <= clockAt(minute).time
    const over = brute(oneDay, ({ created_at }) => ({ hour: clockAt(new Date(created_at)).hour }), isOver)
    if (JSON.stringify(sorted(byClock)) !== JSON.stringify(sorted(clock))) wrong.push(JSON.stringify(days))
    if (JSON.stringify(sorted(soFar)) !== JSON.stringify(sorted(over))) wrong.push(JSON.stringify({ ...oneDay, minute }))
  }
  return wrong
}

test('sums by hour from the roll-ups equal the sums of the lines before the roll-up job has run, while it runs, and afterwards', async () => {
  const dice = seeded(SEED + 2)
  const hoursAt = (at: Date) => tallyTenant({ db: w.db, clock: () => new Date(at.getTime() + 10 * 60_000) }, 1, hours)
  expect(await differingByHour(dice, 10)).toEqual([])
  await hoursAt(new Date(dice.pick(facts).created_at))
  expect(await differingByHour(dice, 15)).toEqual([])
  await hoursAt(w.clock.now())
  expect(await differingByHour(dice, 20)).toEqual([])
  // Control: an hour counted twice differs from the sum of the lines.
  const at = new Date(Math.min(...facts.map(({ created_at }) => Date.parse(created_at))))
  await w.db.write(1, (q) => hours.add(q, 1, at, new Date(at.getTime() + 86_400_000 * 60)))
  expect(await differingByHour(dice, 20)).not.toEqual([])
})

test('the figures of every organisation equal the transfers in its ledger', async () => {
  const period = { date_from: winter.from, date_to: winter.to }
  for (const { id, kind } of organisations) {
    const [figure] = await ask([], { asker: { tenant_id: 1, organisation_id: id, kind }, ...period })
    const [moved] = await rowsOf<{ received: number; paid: number }>(
      w,
      `select coalesce(sum(case when t.kind = 'sale' then t.amount else -t.amount end) filter (where t.wallet_id <> $1), 0)::bigint as received,
              coalesce(sum(case when t.kind = 'sale' then t.amount else -t.amount end) filter (where t.wallet_id = $1), 0)::bigint as paid
         from transfers t where t.tenant_id = 1 and t.kind in ('sale', 'refund') and $1 in (t.payer_id, t.payee_id)
          and t.created_at >= $2::date::timestamp at time zone 'Europe/Berlin' and t.created_at < ($3::date + 1)::timestamp at time zone 'Europe/Berlin'`,
      [id, period.date_from, period.date_to],
    )
    const own = facts.filter(({ owner_id, created_at }) => owner_id === id && berlinDay(new Date(created_at)) <= winter.to)
    const cost = own.reduce((sum, { sign, cost_total }) => sum + sign * cost_total, 0)
    expect([id, figure?.bought_total]).toEqual([id, (moved?.paid ?? 0) + cost])
    if (kind !== 'seller') expect([id, figure?.sold_total]).toEqual([id, moved?.received])
  }
})

const first = new Date(Math.min(...facts.map(({ created_at }) => Date.parse(created_at))))
const goods = (by: number) => rowsOf(w, `update figures_of_goods set quantity = quantity + ${by} where tenant_id = 1 and span = 'month'`)
const stood = (by: number) =>
  rowsOf(
    w,
    `update figures_to_date set sold_total = sold_total + ${by}, parent_sold_total = parent_sold_total + ${by} where tenant_id = 1 and day = (select max(day) from figures_to_date where day < '${winter.to.slice(0, 4)}-01-01')`,
  )
const standsAt = (table: string, by: number) =>
  rowsOf(
    w,
    `update ${table} set quantity = quantity + ${by} where tenant_id = 1 and day = (select max(day) from ${table} where day < '${winter.to.slice(0, 4)}-01-01')`,
  )
const marked = (at: string) => rowsOf(w, `update tallied set until = ${at} where tenant_id = 1 and name = 'figures'`)

test.each([
  ['a running total that is a cent too high at the end of a year', () => stood(100), () => stood(-100)],
  ['months of goods with one piece more', () => goods(1), () => goods(-1)],
  ['a person’s running total with one piece more', () => standsAt('people_to_date', 1), () => standsAt('people_to_date', -1)],
  ['a running total of a kind of goods with one piece more', () => standsAt('kinds_to_date', 1), () => standsAt('kinds_to_date', -1)],
  ['a running total of goods with one piece more', () => standsAt('goods_to_date', 1), () => standsAt('goods_to_date', -1)],
  ['a mark earlier than the counted lines', () => marked(`'epoch'`), () => marked(`(select until from tallied where tenant_id = 1 and name = 'sold')`)],
  // This is the last case, because no statement undoes the second count of these months.
  ['two months that are counted twice', () => w.db.write(1, (q) => figures.add(q, 1, first, new Date(first.getTime() + 60 * 86_400_000))), null],
])('control: sums differ from the lines because of %s', async (_, spoil, undo) => {
  // The mark up to which 'figures' has counted is copied under the name 'sold', so that `undo` can restore it.
  await rowsOf(w, `insert into tallied select tenant_id, 'sold', until from tallied where tenant_id = 1 and name = 'figures' on conflict do nothing`)
  await spoil()
  expect(await differing(seeded(SEED), 100 * sets.length, 1), 'one row was changed, which not every question meets').not.toEqual([])
  if (!undo) return
  await undo()
  expect(await differing(seeded(SEED), sets.length)).toEqual([])
})
