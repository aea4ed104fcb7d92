// Two tills each sell a basket of the same two cards, in opposite order, and only one of each card is left: there is no deadlock, and no basket is sold in
// part.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { codeOf } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { contentOf } from '../../../money/content.ts'
import { settingsOf } from '../../../postgres/pool.ts'
import { type Corner, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { meeting, PATIENT } from '../../../test/meeting-point.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
/** Connections with the server's role, but without the server's retries, which would hide a deadlock. */
const direct = new pg.Pool({
  connectionString: w.url,
  max: 4,
  options: Object.entries(settingsOf(PATIENT))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})
direct.on('error', () => undefined)
direct.on('connect', (client) => client.on('error', () => undefined))
afterAll(() => direct.end())

const tills = await Promise.all(
  ['kiosque', 'gare'].map(async (name) => {
    const { session_id } = await w.signIn(name)
    await giveWallet(w, await organisationId(w, name), 10_000 * EURO)
    const [row] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [session_id])
    return { session_id, seller_id: await organisationId(w, name), user_id: row?.user_id ?? '' }
  }),
)
// A sale that has taken the cards of one line waits before the next line, so that the sales of the two tills are under way at the same time.
const { stop, meet } = meeting(w)
await sabotage(w, 'take_pins', 'if v_missing = 0 then return; end if;', `${stop}if v_missing = 0 then return; end if;`)

/** Sells a basket; returns the result codes of its lines, or the error code of the database. */
async function sellAll({ seller_id, user_id, session_id }: (typeof tills)[number], lines: readonly Corner[]): Promise<string[]> {
  const text = 'select code from sell_basket($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9::int[], $10::uuid[], null, null)'
  const who = [1, w.clock.now(), newId(), contentOf('race'), user_id, session_id, seller_id]
  const what = [lines.map(({ configuration_id }) => configuration_id), lines.map(() => 1), lines.map(() => newId())]
  return direct.query<{ code: string }>(text, [...who, ...what]).then(
    ({ rows }) => rows.map(({ code }) => code),
    (error: unknown) => [codeOf(error)],
  )
}

/** Lets the two tills sell at the same time, one in the order of the cards, the other in reverse; each basket needs the last card of each of the two goods. */
async function race(standing: { at: number; behind: number }) {
  const cards = await Promise.all([goods(w, { pins: 1 }), goods(w, { pins: 1 })])
  const outcomes = await meet(standing, () => Promise.all(tills.map((till, i) => sellAll(till, i === 0 ? cards : cards.toReversed()))))
  const sales = await rowsOf<{ seller_id: string }>(w, 'select seller_id from sales where tenant_id = 1 and configuration_id = any ($1)', [
    cards.map(({ configuration_id }) => configuration_id),
  ])
  return { outcomes, sellers: sales.map(({ seller_id }) => seller_id) }
}

test('of two tills that buy the last two cards in opposite order, one sells its whole basket and the other nothing, without a deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const { outcomes, sellers } = await race({ at: 1, behind: 1 })
    expect(outcomes.flat().sort()).toEqual(['sold', 'sold', 'taken_a_moment_ago', 'taken_a_moment_ago'])
    expect(sellers).toHaveLength(2)
    expect(new Set(sellers).size).toBe(1)
  }
  expect(await wrongs(w)).toEqual([])
})

test('control: if the lines are locked in the order of the basket, the two tills cause a deadlock', async () => {
  await sabotage(w, 'sell_basket', 'coalesce(c.draws_on, r.configuration_id) as stock_id', 'p_key as stock_id')
  expect((await race({ at: 2, behind: 0 })).outcomes.flat()).toContain('40P01')
})
