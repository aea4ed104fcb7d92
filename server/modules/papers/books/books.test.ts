// The nightly proof stores what it has examined and names each wrong row. A report that covers the days of such a row then says that it does not
// agree with the books.
import { describe, expect, test } from 'vitest'
import { agreementOf } from '../../../figures/agreement.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { busyBooks, tallyAll } from '../../../test/busy-books.ts'
import { fileWorld } from '../../../test/world.ts'
import { booksJobs } from './books.ts'
import { kindOf } from './finding-kinds.ts'
import { proveBooks } from './proof-run.ts'

const w = await fileWorld()
const at = await busyBooks(w)
await tallyAll(w)
const names = ['nord', 'sud', 'port', 'kiosque', 'gare'] as const
const ids = new Map(await Promise.all(names.map(async (name) => [name, await organisationId(w, name)] as const)))

/** The agreement with the books that a report of this organisation shows. */
async function mark(username: (typeof names)[number], from = '2000-01-01', to = '2099-12-31') {
  const [row] = await rowsOf<{ path: string[]; kind: 'platform' | 'reseller' | 'seller' }>(
    w,
    'select path, kind from organisations where tenant_id = 1 and id = $1',
    [ids.get(username)],
  )
  const asker = { tenant_id: 1, organisation_id: row?.path.at(-1) ?? '', organisation_path: row?.path ?? [], kind: row?.kind ?? 'seller' }
  return w.db.read(1, (q) => agreementOf(q, asker, from, to))
}
const prove = () => proveBooks(w.services, 1, 'nightly')
/** SQL: the Berlin day of an older sale. The books are already closed for that time. */
const DAY = `(select (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = '${at.old}')`
const [closed] = await rowsOf<{ day: string }>(w, `select ${DAY}::text as day`)

test('before the first proof all days are listed as unproven', async () => {
  const { content, wrong, unproven } = await (await w.signIn('nord')).calls.proofsList({})
  expect([content, wrong, unproven.length]).toEqual([[], [], 1])
})

test('the job finds no error in books that are right, and every hop’s figures agree with the ledger', async () => {
  await booksJobs(w.services).prove_books?.work({})
  const { content, wrong, unproven } = await (await w.signIn('nord')).calls.proofsList({})
  expect([content.length, wrong, unproven]).toEqual([1, [], []])
  expect(content[0]).toMatchObject({ kind: 'nightly', state: 'sound', findings: [] })
  expect(content[0]?.rules).toBeGreaterThan(55)
  expect(content[0]?.lines).toBeGreaterThan(5)
  for (const name of names) expect([name, await mark(name)]).toEqual([name, { agrees: true, difference: 0, finding: null }])
})

test('the kind of row that a money check’s rule is about is found by the longest matching beginning of the rule’s name', async () => {
  const rules = ['sale_paid_once', 'refund_paid_back_once', 'repayment_has_its_refund', 'head_equals_stamps', 'a_rule_of_tomorrow']
  expect(rules.map(kindOf)).toEqual(['sale', 'refund', 'transfer', 'batch', 'other'])
  const checked = await w.services.money.check(1, { full: true })
  expect(checked.map(({ name }) => name).filter((name) => kindOf(name) === 'other')).toEqual([])
})

describe('a tampered row', () => {
  /**
   * Changes rows without the money functions, runs the proof, and undoes the change. Returns the proof's findings, and what the reports said in between
   * about their agreement with the books.
   */
  async function proven(doing: string, undoing: string) {
    await rowsOf(w, doing)
    try {
      const findings = await prove()
      return { findings, all: await mark('nord'), long_ago: await mark('nord', '2000-01-01', '2001-01-01') }
    } finally {
      await rowsOf(w, undoing)
      expect(await prove()).toEqual([])
      expect((await mark('nord')).agrees).toBe(true)
    }
  }
  const price = (by: string) => `update sales set price_unit = price_unit ${by} where tenant_id = 1 and id = '${at.sale}'`
  const swapped = `update transfers set payee_id = payer_id, payer_id = payee_id where tenant_id = 1 and cause_id = '${at.sale}'`
  const given = (by: string) => `update refunds set value = value ${by} where tenant_id = 1 and id = '${at.refund}'`
  const goods = (by: string) =>
    `update figures_of_goods set sold_total = sold_total ${by} where tenant_id = 1 and organisation_id = '${at.shop}' and span = 'day' and since = ${DAY}`
  const month = (by: string) =>
    `update figures_of_goods set quantity = quantity ${by} where tenant_id = 1 and organisation_id = '${at.shop}' and span = 'month' and since = date_trunc('month', ${DAY})`
  const ledger = (by: string) => `update moved_days set paid_total = paid_total ${by} where tenant_id = 1 and organisation_id = '${at.shop}' and day = ${DAY}`

  test.each([
    ['a sale', 'sale', price('+ 1'), price('- 1'), at.sale],
    ['a transfer', 'transfer', swapped, swapped, `${at.shop}-`],
    ['a refund', 'refund', given('+ 1'), given('- 1'), at.refund],
    ['figures of a day', 'figures', goods('+ 100'), goods('- 100'), `${closed?.day} ${at.shop}`],
    ['figures of a month', 'figures', month('+ 1'), month('- 1'), `${closed?.day.slice(0, 7)}-01 ${at.shop}`],
    ['the ledger of a day', 'figures', ledger('+ 1'), ledger('- 1'), `${closed?.day} ${at.shop}`],
  ])('(%s) is named by the proof, and the report of its days says that it does not agree with the books', async (_, kind, doing, undoing, row) => {
    const { findings, all, long_ago } = await proven(doing, undoing)
    expect(findings.filter((one) => one.kind === kind).map((one) => one.row)).toEqual(expect.arrayContaining([expect.stringContaining(row)]))
    expect(all.agrees).toBe(false)
    // Reports about another year still agree, unless the rule failed in several rows, because then the proof cannot name the day.
    if (findings.every(({ day_from }) => day_from)) expect(long_ago.agrees).toBe(true)
  })

  test('among the running totals makes the report disagree with the books immediately, before any proof', async () => {
    const up = (by: number) =>
      rowsOf(
        w,
        `update figures_to_date set sold_total = sold_total + $2 where tenant_id = 1 and organisation_id = $1 and day = (select max(day) from figures_to_date where tenant_id = 1)`,
        [ids.get('nord'), by],
      )
    await up(500)
    expect(await mark('nord')).toEqual({ agrees: false, difference: 500, finding: null })
    expect((await mark('kiosque')).agrees).toBe(true)
    await up(-500)
    expect((await mark('nord')).agrees).toBe(true)
  })

  test('of a wallet is named by the proof, and no sales figures are affected', async () => {
    const off = (by: string) => `update wallets set balance = balance ${by} where tenant_id = 1 and organisation_id = '${at.shop}'`
    await rowsOf(w, off('+ 700'))
    const findings = await prove()
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ rule: 'wallet_equals_transfers', kind: 'wallet', row: at.shop, wrong: 1 })
    expect((findings[0]?.found_total ?? 0) - (findings[0]?.expected_total ?? 0)).toBe(700)
    expect((await mark('nord')).agrees).toBe(true)
    const [nord, sud, platform] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('platform', { host: 'platform.localhost' })]
    const seen = async (me: typeof nord) => (await me.calls.proofsList({ filters: { state: 'wrong' } })).content[0]?.findings[0]?.row
    expect([await seen(nord), await seen(sud), await seen(platform)]).toEqual([at.shop, '', at.shop])
    const { wrong, unproven } = await platform.calls.proofsList({})
    // As no books are left unproven, the job has also proved those of the other reseller.
    expect([wrong.length, unproven]).toEqual([1, []])
    await rowsOf(w, off('- 700'))
    expect(await prove()).toEqual([])
    expect((await nord.calls.proofsList({})).wrong).toEqual([])
  })
})
