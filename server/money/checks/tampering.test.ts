// Changes that an earlier version of the money check did not notice: values that were changed without the money functions, in every table that has money, a
// person, a state, a time or a number.
import { beforeAll, describe, expect, test } from 'vitest'
import { rowsOf, wrongs } from '../../test/arrange.ts'
import { billedBooks } from '../../test/billed-books.ts'
import { corruptionsIn, findingsAfter, inserted } from '../../test/corruption.ts'
import { fileWorld } from '../../test/world.ts'
import type { Finding } from './proof.ts'

const w = await fileWorld()
const at = await billedBooks(w)
const corruptions = corruptionsIn('unseen')
/** The check as the job runs it each minute. */
const check = () => `select * from check_money(1, false, '${w.clock.now().toISOString()}')`

test('control: neither the check of each minute nor the full check finds anything in an unchanged world', async () => {
  for (const full of [false, true]) expect((await w.services.money.check(1, { full })).filter(({ wrong }: Finding) => wrong > 0)).toEqual([])
  expect((await findingsAfter(w, 'select 1', check())).findings).toEqual([])
})

describe('within the hour the money check finds and names the wrong row if', () => {
  // The rows of this test are marked as checked longest ago. In a world with years of rows, the check would otherwise reach them only after many runs.
  beforeAll(async () => {
    const later = `proven_at = now() + interval '1 year'`
    await rowsOf(w, `update proven_periods set ${later} where until = (select min(until) from proven_periods)`)
    await rowsOf(w, `update proven_batches set ${later} where batch_no < $1`, [at.batch])
    await rowsOf(w, `update proven_organisations set ${later} where organisation_id <> all ($1)`, [[at.shop, at.gare, at.sud]])
  })

  test('control: there are more than a hundred changes to find', () => {
    expect(corruptions.length).toBeGreaterThan(100)
  })

  test.each(corruptions)('$name', async ({ sql, finds }) => {
    const { changed, findings } = await findingsAfter(w, inserted(sql, at), check())
    expect(changed).toBeGreaterThan(0)
    expect(findings.map(({ name }) => name)).toContain(finds)
    expect(findings.find(({ name }) => name === finds)?.sample).toBeTruthy()
  })
})

describe('the money check opens sealed data in turn and finds', () => {
  const swap = (table: string, column: string) =>
    `update ${table} h set ${column} = o.${column} from ${table} o
      where h.tenant_id = 1 and o.tenant_id = 1 and h.key in ('${at.keyone}', '${at.keytwo}') and o.key in ('${at.keyone}', '${at.keytwo}') and o.key <> h.key`

  test.each([
    ['two deliveries that changed places', swap('holds', 'payload')],
    ['two orders whose recipients changed places', swap('live_orders', 'sealed')],
  ])('%s, in every run until the original is back', async (_, sql) => {
    await rowsOf(w, sql)
    for (let i = 0; i < 2; i++) {
      const findings = (await w.services.money.check(1)).filter(({ wrong }) => wrong > 0)
      expect(findings).toEqual([{ name: 'deliveries_open', wrong: 2, sample: [at.keyone, at.keytwo].sort()[0] }])
    }
    await rowsOf(w, sql)
    expect(await wrongs(w)).toEqual([])
  })
})
