// The money check finds nothing in a busy world, however often it runs; and it finds and names every row that was changed without the money functions.

import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { tallyTenant } from '../../figures/tallies.ts'
import { moneyCheck } from '../../http/ready.ts'
import { booksJobs } from '../../modules/papers/books/books.ts'
import { unbilled } from '../../modules/papers/invoices/unbilled-tally.ts'
import { giveWallet, goods, rowsOf, sabotage, wrongs } from '../../test/arrange.ts'
import { busyBooks, keyOf, sellTo, tallyAll } from '../../test/busy-books.ts'
import { accept, approvedClaim, peopleOf } from '../../test/claims.ts'
import { corruptionsIn, findingsAfter, inserted } from '../../test/corruption.ts'
import { delivered, liveGoods } from '../../test/holds.ts'
import { fileWorld } from '../../test/world.ts'
import type { Finding } from './proof.ts'

const corruptions = corruptionsIn('corruptions')

const w = await fileWorld()
const at = await busyBooks(w)
await tallyTenant(w.services, 1, unbilled)

async function findingsOf(sql: string, check?: string): Promise<Finding[]> {
  const { changed, findings } = await findingsAfter(w, sql, check)
  expect(changed).toBeGreaterThan(0)
  return findings
}

test('a world with every kind of booking has no findings, neither in the check of each minute nor in the full one', async () => {
  expect(await w.services.money.check(1)).toSatisfy((all: Finding[]) => all.length > 46 && all.every(({ wrong }) => wrong === 0))
  expect((await w.services.money.check(1, { full: true })).filter(({ wrong }) => wrong > 0)).toEqual([])
  expect(await rowsOf(w, 'select 1 from proven_periods')).not.toEqual([])
})

describe('the money check finds and names the wrong row if', () => {
  // The demo world's periods and batches get a check date in the future, so that they are not checked again in each of these tests.
  beforeAll(async () => {
    const later = `proven_at = now() + interval '1 year'`
    await rowsOf(w, `update proven_periods set ${later} where until = (select min(until) from proven_periods)`)
    await rowsOf(w, `update proven_batches set ${later} where batch_no < $1`, [at.batch])
  })

  test('control: there are more than 110 corruptions to find', () => {
    expect(corruptions.length).toBeGreaterThan(110)
  })

  test.each(corruptions)('$name', async ({ sql, finds }) => {
    const all = await findingsOf(inserted(sql, at), /^unbilled_|_months_/.test(finds) ? 'select * from check_figures(1, now())' : undefined)
    expect(all.map(({ name }) => name)).toContain(finds)
    expect(all.find(({ name }) => name === finds)?.sample).toBeTruthy()
  })

  test('control: nothing is found after all corruptions were undone', async () => {
    expect(await findingsOf('select 1')).toEqual([])
  })
})

describe('beside the books, the money check finds', () => {
  const asOwner = (sql: string) => rowsOf(w, sql)
  afterEach(async () => {
    expect(await wrongs(w)).toEqual([])
  })

  /** Changes rows without the money functions, expects the check to find the change, and undoes it. */
  async function tampered(what: string, doing: string, undoing: string) {
    await asOwner(doing)
    const first = await wrongs(w)
    // The check takes random samples, but it finds this error every time.
    for (let i = 0; i < 2; i++) expect(await wrongs(w)).toEqual(first)
    await asOwner(undoing)
    expect(first).toEqual([what])
  }

  test('a block of sealed PINs that was exchanged for another', async () => {
    await asOwner('create table kept as select * from pin_blocks')
    await tampered(
      'sealed_blocks_open',
      `update pin_blocks set sealed = (select k.sealed from pin_blocks k where k.tenant_id = 1 and k.batch_no = ${at.spare} and k.block = 0) where tenant_id = 1`,
      `update pin_blocks set sealed = k.sealed from kept k where k.tenant_id = 1 and k.batch_no = pin_blocks.batch_no and k.block = pin_blocks.block`,
    )
  })

  test('a PIN that does not match its fingerprint', async () => {
    const flip = `update pins set hash = set_byte(hash, 0, get_byte(hash, 0) # 255) where tenant_id = 1`
    await tampered('sealed_blocks_open', flip, flip)
  })

  test('an audit log that no longer reaches the stored head', async () => {
    const { keys, dataDir } = w.services
    const head = { tenant_id: 1, seq: 9_999, hash: 'ff', at: w.clock.now().toISOString() }
    const sign = keys.sign('audit head', [head.tenant_id, head.seq, head.hash, head.at].join('|')).toString('hex')
    const file = join(dataDir, 'audit-heads.jsonl')
    appendFileSync(file, `\n${JSON.stringify({ ...head, sign })}`)
    expect(await wrongs(w)).toEqual(['audit_log_reaches_its_head'])
    rmSync(file)
  })
})

describe('the money check over closed periods', () => {
  const age = `update proven_periods set proven_at = now(); update proven_batches set proven_at = now()`
  const pick = `update proven_batches set proven_at = 'epoch' where batch_no = `
  /** Makes each run of the check cover a single batch. */
  const narrow = () => sabotage(w, 'check_money', 'v_pins constant int := 250', 'v_pins constant int := 1')

  test('proves some periods in each run, and all of them in several runs; an error is reported until it is mended, and at once by the full check', async () => {
    await narrow()
    await rowsOf(w, age)
    await rowsOf(w, `${pick} ${at.batch}`)
    await rowsOf(w, `update pins set sale_id = $1 where tenant_id = 1 and batch_no = $2 and seq = 30`, [at.sale, at.spare])
    expect(await wrongs(w)).toEqual([])
    expect((await w.services.money.check(1, { full: true })).filter(({ wrong }) => wrong > 0).map(({ name }) => name)).toContain('pin_has_its_sale')
    // Two batches get an older check date, so that the check takes them first.
    await rowsOf(w, age)
    await rowsOf(w, `${pick} ${at.batch} or batch_no = 1`)
    await rowsOf(w, `update proven_batches set proven_at = 'epoch'::timestamptz + interval '1 day' where batch_no = ${at.spare}`)
    let runs = 0
    while ((await wrongs(w)).length === 0) runs++
    expect(runs).toBe(2)
    for (let i = 0; i < 3; i++) expect(await wrongs(w)).toContain('pin_has_its_sale')
    await rowsOf(w, 'update pins set sale_id = null where tenant_id = 1 and batch_no = $1 and seq = 30', [at.spare])
    expect(await wrongs(w)).toEqual([])
  })

  test('is run by a job that names the errors in the log and counts them in the metrics', async () => {
    await rowsOf(w, 'update wallets set balance = balance + 1 where tenant_id = 1 and organisation_id = $1', [at.shop])
    await booksJobs(w.services).check_money?.work({})
    expect(w.logs.some((line) => line.includes('MONEY CHECK FAILED') && line.includes('wallet_equals_transfers') && line.includes(at.shop))).toBe(true)
    expect(await w.services.metrics.registry.getSingleMetricAsString('money_wrong')).toContain('check="wallet_equals_transfers"} 1')
    expect(await moneyCheck(w.services.metrics).look()).toMatchObject({ ok: false, detail: 'wallet_equals_transfers of tenant 1' })
    await rowsOf(w, 'update wallets set balance = balance - 1 where tenant_id = 1 and organisation_id = $1', [at.shop])
  })
})

test('the money check has no findings while many users sell, hold, book, reprint and refund and the books are closed', async () => {
  const [till, nord] = [await w.signIn('kiosque'), await w.signIn('nord')]
  const { configuration_id } = await goods(w, { pins: 9_000 })
  await giveWallet(w, at.shop, 100_000 * EURO, 700 * EURO)
  await sabotage(w, 'prove_periods', "interval '1 day'", "interval '1 second'")
  let isOver = false
  // On a quick machine the last card may be sold before the last check of the books, so a sold-out answer is allowed too.
  const busy = (error: { code?: string }) => {
    if (!['busy', 'in_progress', 'taken_a_moment_ago', 'out_of_stock'].includes(error.code ?? '')) throw error
    return ''
  }
  const late = (error: { code?: string }) => {
    if (error.code !== '57014') throw error
    return { code: 'late' }
  }
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  const selling = Array.from({ length: 8 }, () =>
    until(async () => {
      const sale_id = await sellTo(till, configuration_id, 1 + Math.floor(Math.random() * 3)).catch(busy)
      if (sale_id && Math.random() < 0.2) await till.calls.reprint({ sale_id, reason: 'paper' })
    }),
  )
  const booking = until(async () =>
    nord.calls.walletChange({ transaction_key: await keyOf(nord), customer_id: at.shop, amount: EURO, payment_mode: 'cash' }).catch(busy),
  )
  const live = await liveGoods(w, till)
  const holding = Array.from({ length: 2 }, () =>
    until(async () => {
      const asked = live.asked()
      const { code } = await w.services.money.hold(asked).catch(late)
      if (code === 'held' && Math.random() < 0.5) await w.services.money.post(1, asked.key, delivered(w, asked.key)).catch(late)
      else if (code === 'held') await w.services.money.void(1, asked.key, null, 'refused')
    }),
  )
  const [desk, , shop] = await peopleOf(w)
  const reclaiming = Array.from({ length: 2 }, () =>
    until(async () => {
      const sale_id = await sellTo(till, configuration_id).catch(busy)
      if (sale_id) await accept(w, desk, await approvedClaim(w, shop, desk, sale_id)).catch(late)
    }),
  )
  // Closes the books up to the present moment again and again, so that some sales come too late.
  const closing = until(() => rowsOf(w, 'select close_books(1, $1)', [w.clock.now()]))
  const runs: string[][] = []
  for (let i = 0; i < 15; i++) {
    runs.push(await wrongs(w))
    if (i % 5 === 0) await tallyAll(w)
  }
  isOver = true
  await Promise.all([...selling, ...holding, ...reclaiming, booking, closing])
  await tallyAll(w)
  expect(runs.flat()).toEqual([])
  expect((await w.services.money.check(1, { full: true })).filter(({ wrong }) => wrong > 0)).toEqual([])
  expect((await rowsOf(w, 'select 1 from proven_periods')).length).toBeGreaterThan(2)
  expect((await rowsOf(w, 'select 1 from refunds')).length).toBeGreaterThan(5)
})
