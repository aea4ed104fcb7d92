// Each sale is in exactly one Z-report: when shifts are closed while cards are sold, when a sale commits only after a Z-report whose time is later than the
// sale's, and over random days of a shop. Each test has a control in which the same check fails.
import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { closeBooks } from '../../../figures/closed-books.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { keyOf } from '../../../test/busy-books.ts'
import { giveBack } from '../../../test/claims.ts'
import { PATIENT } from '../../../test/meeting-point.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { close, creditAdded, sell, shopOf, timesCounted, x } from './fixtures/shop.ts'

const SALES = 50
const w = await fileWorld({ db: { deadlines: PATIENT }, door: { places_times: 10 } })
const { manager, cashier, ten, twenty } = await shopOf(w, 2_000)
let begun = ''
beforeEach(async () => {
  for (const person of [manager, cashier]) await close(person)
  begun = newIdAt(w.clock.now())
})

const notOnce = async () => (await timesCounted(w, manager.customer_id, begun)).filter(({ n }) => n !== 1).length
const total = (all: readonly ZReport[]) => all.reduce((sum, { face_total }) => sum + face_total, 0)

test(`${SALES} sales at two tills, which are closed again and again meanwhile, are each in one Z-report, and the Z-reports add up to the ledger`, async () => {
  const { balance: before } = await cashier.calls.balance({})
  const keys = await Promise.all(Array.from({ length: SALES }, (_, i) => keyOf(i % 2 ? manager : cashier)))
  const sales = keys.map((transaction_key, i) => (i % 2 ? manager : cashier).calls.sell({ transaction_key, configuration_id: ten, quantity: 1 }))
  const during = await Promise.all(Array.from({ length: 10 }, (_, i) => close(i % 2 ? manager : cashier)))
  await Promise.all(sales)
  const zs = [...during, await close(cashier), await close(manager)]
  expect(await notOnce()).toBe(0)
  expect(total(zs)).toBe(SALES * 10 * EURO)
  for (const z of zs) expect(creditAdded(z)).toBe(z.credit?.after)
  expect((await cashier.calls.balance({})).balance).toBe(before - SALES * 9.5 * EURO)
  expect(await wrongs(w)).toEqual([])
})

describe('a sale that is committed only after its till’s Z-report was made', () => {
  /** Closes a shift while a sale has its time and id but is not committed yet. Then the sale commits, and the shift is closed again. */
  async function late() {
    const { user_id } = await cashier.calls.authCheck({})
    const sale_id = newIdAt(w.clock.now())
    const client = await w.owner.connect()
    try {
      await client.query('begin')
      const values = [1, w.clock.now(), [newId()], [Buffer.alloc(16)], [user_id], [cashier.session_id], [cashier.customer_id], [ten], [1], [sale_id], [null]]
      await client.query('select * from sell($1, $2, true, $3, $4, $5, $6, $7, $8, $9, $10, $11)', values)
      const first = await close(cashier)
      await client.query('commit')
      return { first, next: await close(cashier), sale_id }
    } finally {
      client.release()
    }
  }

  test('does not delay that Z-report, and is counted in the next one', async () => {
    const { first, next, sale_id } = await late()
    expect([first.sales, next.first?.sale_id, await notOnce()]).toEqual([0, sale_id, 0])
  })

  test('control: if a Z-report took sales by their time, the sale would be in no Z-report', async () => {
    const [right, wrong] = ['s.id >= since.id', `s.created_at >= coalesce(f.opened_at, 'epoch')`]
    await sabotage(w, 'shift_content', right, wrong)
    const { next } = await late().finally(() => sabotage(w, 'shift_content', wrong, right))
    expect([next.sales, await notOnce()]).toEqual([0, 1])
    await close(cashier)
  })
})

describe('the actions of a shop, in random order', () => {
  const acts = ['sell', 'sell', 'sell', 'top_up', 'give_back', 'reprint', 'look', 'close', 'seal'] as const
  const step = fc.record({ act: fc.constantFrom(...acts), isCashier: fc.boolean(), quantity: fc.integer({ min: 1, max: 3 }), goes: fc.boolean() })

  type Till = { person: Person; zs: ZReport[]; sales: { sale_id: string; face: number }[]; refunds: number; showings: number }
  const of = (person: Person): Till => ({ person, zs: [], sales: [], refunds: 0, showings: 0 })
  const due = ({ sales, refunds, showings }: Till) => ({ sales: sales.length, face: sales.reduce((sum, { face }) => sum + face, 0), refunds, showings })
  const said = ({ sales, face_total, refunds, showings }: ZReport) => ({ sales, face: face_total, refunds: refunds.face_total, showings: showings.length })

  /** Simulates random days of a shop. The test itself calculates the expected content of each X-report and each Z-report. */
  async function days(steps: readonly { act: (typeof acts)[number]; isCashier: boolean; quantity: number; goes: boolean }[]) {
    const nord = await w.signIn('nord')
    const tills = [of(manager), of(cashier)] as const
    const sold: { sale_id: string; till: Till; face: number; isGiven: boolean }[] = []
    for (const { act, isCashier, quantity, goes } of steps) {
      const till = tills[isCashier ? 1 : 0]
      if (goes) w.clock.advance(7 * 60_000)
      if (act === 'sell') {
        const face = quantity * (goes ? 10 : 20) * EURO
        const sale_id = await sell(till.person, goes ? ten : twenty, quantity)
        till.sales.push({ sale_id, face })
        sold.push({ sale_id, till, face, isGiven: false })
      } else if (act === 'top_up') {
        const asked = { customer_id: manager.customer_id, amount: quantity * EURO, payment_mode: 'cash' } as const
        await nord.calls.walletChange({ transaction_key: await keyOf(nord), ...asked })
      } else if (act === 'give_back') {
        const one = sold.find(({ isGiven }) => !isGiven)
        if (!one) continue
        await giveBack(w, one.sale_id)
        one.isGiven = true
        one.till.refunds += one.face
      } else if (act === 'reprint') {
        const last = sold.at(-1)
        if (!last) continue
        await manager.calls.reprint({ sale_id: last.sale_id, reason: 'again' })
        tills[0].showings += 1
      } else if (act === 'seal') await closeBooks(w.services, 1)
      else {
        const report = act === 'look' ? await x(till.person) : await close(till.person)
        expect(said(report)).toEqual(due(till))
        expect(creditAdded(report)).toBe(report.credit?.after)
        if (act === 'close') Object.assign(till, { zs: [...till.zs, report], sales: [], refunds: 0, showings: 0 })
      }
    }
    for (const till of tills) till.zs.push(await close(till.person))
    for (const { zs } of tills) for (const [i, z] of zs.entries()) if (i > 0) expect(z.credit?.from).toBe(zs[i - 1]?.credit?.to)
    expect(total(tills.flatMap(({ zs }) => zs))).toBe(sold.reduce((sum, { face }) => sum + face, 0))
    expect(await notOnce()).toBe(0)
  }

  const runs = { numRuns: 4, seed: 28, endOnFailure: true }
  const anything = fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), days)

  test('lead to X- and Z-reports with the figures that the test calculates, and the money check finds no error in Z-reports', async () => {
    await fc.assert(anything, runs)
    expect(await wrongs(w)).toEqual(expect.not.arrayContaining(['sale_is_in_a_z', 'z_is_the_sum_of_its_lines', 'z_credit_is_the_ledgers']))
  })

  test('control: lead to reports with other figures if a till counts what other users sold', async () => {
    const [right, wrong] = [
      'and coalesce(n.device_id, n.user_id) = p_till and not exists (select from shift_lines l where l.tenant_id = p_tenant and l.line_id = s.id)',
      'and not exists (select from shift_lines l where l.tenant_id = p_tenant and l.line_id = s.id)',
    ]
    await sabotage(w, 'shift_content', right, wrong)
    const outcome = fc.assert(anything, { ...runs, numRuns: 1 }).finally(() => sabotage(w, 'shift_content', wrong, right))
    await expect(outcome).rejects.toThrow()
  })
})

describe('two hundred Z-reports', () => {
  const zs: ZReport[] = []
  afterAll(() => zs.splice(0))

  test('do not change by a byte after everything named in them was renamed', async () => {
    for (let i = 0; i < 20; i++) {
      await sell(i % 2 ? manager : cashier, i % 3 ? ten : twenty)
      for (let again = 0; again < 10; again++) zs.push(await close(i % 2 ? manager : cashier))
    }
    const read = async () => {
      const all = await Promise.all(zs.map(({ document_id }) => manager.calls.zReportDetails({ document_id: document_id ?? '' })))
      expect(all.every(({ agrees }) => agrees.agrees)).toBe(true)
      return all.map(({ report }) => JSON.stringify(report))
    }
    const before = await read()
    expect(before).toEqual(zs.map((report) => JSON.stringify(report)))
    await rowsOf(w, `update organisations set name = 'Renamed', address = 'Elsewhere' where tenant_id = 1`)
    await rowsOf(w, `update users set username = username || '-x', full_name = 'Renamed' where tenant_id = 1`)
    await rowsOf(w, `update products set name = 'Renamed' where tenant_id = 1`)
    await rowsOf(w, `update sessions set device = 'Renamed' where tenant_id = 1`)
    expect(await read()).toEqual(before)
    // Control: an X-report that is made now shows the new names.
    expect(await x(manager)).toMatchObject({ full_name: 'Renamed', shop: { name: 'Renamed' } })
  })
})
