// The answer "never seen" proves that there is no order, but only while the supplier has not named the order and searches as far back as the order was sent.
// Tests every adapter with orders that arrived and orders that did not, asked about in time and a day too late. A voided order was never delivered; an order
// without proof becomes a case for a person.
import { afterAll, describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, wrongs } from '../test/arrange.ts'
import { serverOn } from '../test/connections.ts'
import { type Player, type Seller, shopPlayers } from '../test/fault-players.ts'
import { trips } from '../test/fault-trips.ts'
import { fileWorld } from '../test/world.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
/** How each situation begins: whether the order arrived, whether we know the supplier's name of it, and when the supplier is asked about it. */
const SITUATIONS = {
  'it arrived, and is asked for in time': { arrives: true, isNamed: false, ms: 11 * MINUTE },
  'it never arrived, and is asked for in time': { arrives: false, isNamed: false, ms: 11 * MINUTE },
  'it arrived, and is asked for when the search has ended': { arrives: true, isNamed: false, ms: 25 * HOUR },
  'it never arrived, and is asked for when the search has ended': { arrives: false, isNamed: false, ms: 25 * HOUR },
  'it arrived and was named, and is asked for when the search has ended': { arrives: true, isNamed: true, ms: 25 * HOUR },
} as const
type Situation = keyof typeof SITUATIONS
const situations = Object.keys(SITUATIONS) as Situation[]

/**
 * How an order ends. posted: paid. given back: voided. asking: the money is held, and the supplier is asked again. theirs: a person has to end it.
 * case: a person has to end it and is told by a case.
 */
type End = 'posted' | 'given back' | 'asking' | 'theirs' | 'case'
/** The expected ends in the order of the situations. A PIN that is shown once and can no longer be cancelled stays held. */
const ENDS: Readonly<Record<string, readonly End[]>> = {
  'dt_one, as an order is taken down': ['given back', 'given back', 'given back', 'case', 'given back'],
  // DT One names an order before it is confirmed, so that an order that was never confirmed is found and cancelled.
  'dt_one, as an order is confirmed': ['posted', 'given back', 'posted', 'given back', 'posted'],
  reloadly: ['posted', 'given back', 'case', 'case', 'posted'],
  'soft_api, a PIN': ['asking', 'given back', 'case', 'case', 'asking'],
  'soft_api, a recharge': ['posted', 'given back', 'case', 'case', 'posted'],
  'pj_telesoft, generation 1': ['posted', 'given back', 'case', 'case', 'case'],
  'pj_telesoft, generation 2': ['posted', 'given back', 'case', 'case', 'case'],
  paysafecard: ['asking', 'given back', 'case', 'case', 'asking'],
  flixbus: ['theirs', 'theirs', 'theirs', 'theirs', 'theirs'],
}

const w = await fileWorld()
const people = await Promise.all([w.signIn('kiosque'), w.signIn('gare'), w.signIn('port')])
const bus = await trips(w, 'gare')
for (const id of [...people.map(({ customer_id }) => customer_id), await organisationId(w, 'sud')]) await giveWallet(w, id, 5_000 * EURO)
const { players: shops, close } = await shopPlayers(w, people)
const players = [...shops, bus]
const server: Seller = { ...serverOn(w), money: w.services.money }
afterAll(async () => {
  await server.suppliers.close()
  await close()
})

type Cell = { player: Player; situation: Situation; key: string }

const TRIES_MOST = 5

/**
 * Makes a sale whose answer is lost on its way, or whose order is lost. On a busy machine a sale can miss its time limit before the step that the fault is
 * for; the fault then waits for the next sale of the player, which is therefore made at once.
 */
async function lost(player: Player, situation: Situation): Promise<Cell> {
  const { arrives, isNamed } = SITUATIONS[situation]
  const before = player.heard()
  player.strike(arrives ? 'cut' : 'hang', arrives)
  let key = ''
  for (let tries = 0; player.heard() === before && tries < TRIES_MOST; tries++) {
    const begun = await player.begin('nothing', server.suppliers)
    key = begun.key
    await begun.sell(server)
  }
  if (isNamed && player !== bus) await named(key)
  return { player, situation, key }
}

/** Puts an order into the state after an answer that named the order and ended nothing. */
async function named(key: string): Promise<void> {
  const [row] = await rowsOf<{ connection_id: string }>(w, 'select connection_id from live_orders where tenant_id = 1 and key = $1', [key])
  const opened = await server.suppliers.open(1, row?.connection_id ?? '')
  if (!opened || opened.kind === 'trips') throw new Error('no such supplier')
  const stands = await opened.supplier.status(key)
  const said = stands.outcome === 'done' ? stands.value : stands.outcome === 'unknown' ? stands.named : undefined
  if (!said) throw new Error(`not named: ${JSON.stringify(stands)}`)
  await rowsOf(w, 'update live_orders set supplier_reference = $2 where tenant_id = 1 and key = $1', [key, said.supplier_reference])
}

async function endOf(key: string): Promise<End> {
  const [row] = await rowsOf<{ hold: string; state: string; cases: string[] }>(
    w,
    `select h.state as hold, o.state, array(select c.kind from cases c where c.tenant_id = 1 and c.key = h.key) as cases
       from holds h join live_orders o on o.tenant_id = 1 and o.key = h.key where h.tenant_id = 1 and h.key = $1`,
    [key],
  )
  if (row?.hold === 'void') return 'given back'
  if (row?.hold === 'posted') return 'posted'
  if (row?.state !== 'manual') return 'asking'
  return row.cases.join() === 'not_found' ? 'case' : 'theirs'
}

const cells: Cell[] = []
for (const player of players) for (const situation of situations) cells.push(await lost(player, situation))
// Only DT One says how far back it searches, so the other simulators are set to search no further than our rule assumes.
for (const sim of new Set(shops.map(({ there }) => there))) (sim as { tune?: (settings: object) => void }).tune?.({ recalls_ms: 24 * HOUR })
let passed = 0
for (const until of [11 * MINUTE, 25 * HOUR]) {
  w.clock.advance(until - passed)
  for (const advance of new Map(players.map(({ there, advance }) => [there, advance])).values()) advance(until - passed)
  passed = until
  for (const { key, situation } of cells) if (SITUATIONS[situation].ms === until) await server.ask(1, key)
}
const ends = new Map(await Promise.all(cells.map(async (cell) => [cell, await endOf(cell.key)] as const)))
const isThere = ({ player, key }: Cell) => player.delivered().includes(key)

describe.each(players)('the adapter of $name', (player) => {
  const mine = cells.filter((cell) => cell.player === player)
  test('ends each order as soon as its outcome is proven, and leaves any other order to a person', () => {
    expect(mine.map((cell) => [cell.situation, ends.get(cell)])).toEqual(situations.map((situation, i) => [situation, ENDS[player.name]?.[i]]))
  })
  test('leaves no voided order in the supplier’s journal, and every other order that arrived is there', () => {
    expect(mine.filter((cell) => ends.get(cell) === 'given back' && isThere(cell))).toEqual([])
    // Control: orders that arrived are in the supplier's journal, unless they were cancelled.
    const arrived = mine.filter((cell) => SITUATIONS[cell.situation].arrives && ends.get(cell) !== 'given back')
    expect(arrived.filter((cell) => !isThere(cell))).toEqual([])
  })
})

test('a case is opened once, however often the supplier is asked about the order, and the books balance', async () => {
  const keys = cells.filter((cell) => ends.get(cell) === 'case').map(({ key }) => key)
  w.clock.advance(25 * HOUR)
  for (const key of keys) expect(await server.ask(1, key)).toMatchObject({ outcome: 'unknown' })
  const cases = await rowsOf<{ key: string }>(w, `select key from cases where tenant_id = 1 and kind = 'not_found'`)
  expect(cases.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  expect(await wrongs(w)).toEqual([])
})
