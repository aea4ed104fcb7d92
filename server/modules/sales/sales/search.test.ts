// The search in the list of sales finds the same lines, whether the text is turned into filters before the lines are read or is searched in the lines.
import { beforeAll, expect, test } from 'vitest'
import { fold } from '../../../../contract/kit/fold.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { standing } from '../../../figures/totals-by-year.ts'
import { type Corner, giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { giveBack } from '../../../test/claims.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const people = new Map<string, Person>()
const who = (name: string) => people.get(name) as Person
let corner: Corner
let serial = ''

const named = (name: string) => rowsOf(w, 'update products set name = $2, name_search = $3 where id = $1', [corner.product_id, name, fold(name)])
async function sell(): Promise<string> {
  const port = who('port')
  const { sale_id } = await port.calls.sell({ ...(await port.calls.transactionKey({})), configuration_id: corner.configuration_id, quantity: 2 })
  return sale_id
}

/** Sells goods under a name, with some of these sales already in the roll-ups; then renames the goods and sells them again. */
beforeAll(async () => {
  for (const name of ['nord', 'port']) people.set(name, await w.signIn(name))
  await giveWallet(w, who('port').customer_id, 1_000 * EURO)
  corner = await goods(w, { pins: 10, euro: 10 })
  await named('Zephyr Card')
  const first = await sell()
  await giveBack(w, first, 1)
  await sell()
  await named('Mistral Card')
  await sell()
  ;[{ serial } = { serial: '' }] = await rowsOf<{ serial: string }>(w, `select serial from pins where tenant_id = 1 and sale_id = $1 and serial <> ''`, [first])
})

const texts = () => ['zephyr', 'mistral', 'card', 'Épicerie du Port', 'paysafe', serial, 'nobody sells this']

type Line = { id: string; path: string[]; words: string[]; serials: string[] }
const lines = () =>
  rowsOf<Line>(
    w,
    `select f.id, o.path, array[o.name_search, p.name_search, lower(f.product_name)] as words, coalesce(i.serials, '{}') as serials
       from facts f join organisations o on o.id = f.seller_id join configurations c on c.id = f.configuration_id join products p on p.id = c.product_id
       left join (select sale_id, array_agg(serial) as serials from pins where tenant_id = 1 group by 1) i on i.sale_id = f.sale_id
      where f.tenant_id = 1`,
  )

/** The lines that contain a text, found without SQL. */
const meant = (all: readonly Line[], asker: string, text: string): string[] =>
  all.flatMap(({ id, path, words, serials }) =>
    path.includes(asker) && (words.some((word) => word.includes(fold(text))) || serials.includes(text)) ? [id] : [],
  )

/** Puts everything into the roll-ups in one step, as the job does in many steps. */
async function rolledUp(): Promise<void> {
  const until = new Date(w.clock.now().getTime() + 60_000)
  await w.db.write(1, (q) => standing.add(q, 1, new Date(0), until))
  await rowsOf(w, `insert into tallied (tenant_id, name, until) values (1, 'standing', $1)`, [until])
}

/** Returns the askers and texts for which the search finds other lines than expected. */
async function differing(): Promise<string[]> {
  const wrong: string[] = []
  const all = await lines()
  for (const name of ['nord', 'port'])
    for (const text of texts()) {
      const expected = meant(all, who(name).customer_id, text).sort()
      const { content, filters } = await who(name).calls.salesList({ search_text: text, limit: 100 })
      const found = content.map((row) => row.line_id).sort()
      const isRight = filters.total_count === expected.length && found.every((id) => expected.includes(id)) && found.length === Math.min(100, expected.length)
      if (!isRight) wrong.push(`${name} ${text}`)
    }
  return wrong
}

test('sales are found by present and former names of goods, by shops and by serials, before the names are in the running totals and after', async () => {
  expect(serial).not.toBe('')
  expect(meant(await lines(), who('nord').customer_id, 'zephyr').length).toBe(3)
  expect(await differing()).toEqual([])
  await rolledUp()
  expect(await differing()).toEqual([])
  // Control: without the stored names under which goods were sold, the old name finds too few lines.
  await rowsOf(w, `delete from sold_names where product_name = 'Zephyr Card'`)
  expect(await differing()).toEqual(['nord zephyr', 'port zephyr'])
})
