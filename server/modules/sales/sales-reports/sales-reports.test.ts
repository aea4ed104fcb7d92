import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { giveBack } from '../../../test/claims.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { allLines, type Line, sumOf } from './fixtures/lines.ts'

const w = await fileWorld()
const askers = ['nord', 'sud', 'port', 'kiosque', 'gare'] as const
const people = new Map<string, Person>()
const who = (name: string) => people.get(name) as Person

const sell = async (seller: string, configuration_id: string, quantity: number) =>
  (await who(seller).calls.sell({ ...(await who(seller).calls.transactionKey({})), configuration_id, quantity })).sale_id

let corner: Awaited<ReturnType<typeof goods>>
let sale_id = ''

/** Sells goods that a shop buys from a sub-reseller and the sub-reseller from the reseller, each at another price; some are refunded. */
beforeAll(async () => {
  for (const name of askers) people.set(name, await w.signIn(name))
  for (const name of askers) await giveWallet(w, who(name).customer_id, 2_000 * EURO)
  corner = await goods(w, { pins: 40, euro: 17 })
  const plans = await rowsOf<{ id: string }>(w, 'select id from plans where tenant_id = 1 order by id')
  for (const [i, plan] of plans.entries())
    await rowsOf(w, 'update plan_entries set discount = $3 where tenant_id = 1 and plan_id = $1 and product_id = $2', [
      plan.id,
      corner.product_id,
      700 - 133 * i,
    ])
  sale_id = await sell('port', corner.configuration_id, 3)
  await sell('kiosque', corner.configuration_id, 2)
  await sell('gare', corner.configuration_id, 1)
  await giveBack(w, sale_id, 1)
  const old = await rowsOf<{ id: string; quantity: number }>(w, 'select id, quantity from sales where tenant_id = 1 order by id limit 5')
  for (const { id } of old) await giveBack(w, id, 1)
})

describe('the list of sales', () => {
  test('shows refunds as separate lines with negative amounts, and sales and refunds add up to the totals', async () => {
    const lines = await allLines(w)
    for (const name of askers) {
      const asker = who(name).customer_id
      const seen = lines.filter((line) => line.path.includes(asker))
      const sums = sumOf(seen, asker)
      const { totals, filters } = await who(name).calls.salesList({ limit: 1 })
      const masked = name === 'gare'
      expect([name, filters.total_count, totals]).toEqual([
        name,
        seen.length,
        { quantity: sums.quantity, sold_total: sums.sold, bought_total: masked ? null : sums.bought, margin_total: masked ? null : sums.sold - sums.bought },
      ])
      // Control: without the refunds the sums would be different.
      if (seen.some((line) => line.is_refund))
        expect(
          sumOf(
            seen.filter((line) => !line.is_refund),
            asker,
          ).sold,
        ).not.toBe(totals.sold_total)
    }
    const { content } = await who('port').calls.salesList({ limit: 100 })
    const [refund, sale] = [content.find((row) => row.kind === 'refund' && row.sale_id === sale_id), content.find((row) => row.line_id === sale_id)]
    expect(refund).toMatchObject({ quantity: -1, sold_total: -17 * EURO, may_reprint: false })
    expect(sale).toMatchObject({ quantity: 3, given_back: 1, kind: 'sale' })
  })

  test('is reduced by each filter to exactly the matching lines', async () => {
    const asker = who('nord').customer_id
    const lines = (await allLines(w)).filter((line) => line.path.includes(asker))
    const one = lines.find((line) => line.sale_id === sale_id) as Line
    const sud = await organisationId(w, 'sud')
    const left = (line: Line) => {
      const back = lines.filter((other) => other.is_refund && other.sale_id === line.sale_id).reduce((sum, other) => sum - other.quantity, 0)
      return !line.is_refund && line.quantity > back
    }
    const own = one.batch_owner_id === asker
    expect(own).toBe(true)
    const narrowed: [Parameters<Person['calls']['salesList']>[0]['filters'], (line: Line) => boolean][] = [
      [{ customer_id: sud }, (line) => line.path.includes(sud)],
      [{ seller_id: one.seller_id }, (line) => line.seller_id === one.seller_id],
      [{ user_id: one.user_id }, (line) => line.user_id === one.user_id],
      [{ product_id: one.product_id }, (line) => line.product_id === one.product_id],
      [{ configuration_id: one.configuration_id }, (line) => line.configuration_id === one.configuration_id],
      [{ product_type: 'gift_card' }, (line) => line.type === 'gift_card'],
      [{ supplier_id: one.supplier_id }, (line) => line.supplier_id === one.supplier_id && line.batch_owner_id === asker],
      [{ batch_no: one.batch_no }, (line) => line.batch_no === one.batch_no],
      [{ kind: 'refund' }, (line) => line.is_refund],
      [{ status: 'successful' }, () => true],
      [{ status: 'failed' }, () => false],
      [{ cancelable: true }, left],
      [{ cancelable: false }, (line) => !left(line)],
      [{ terminal_id: 'T-none' }, () => false],
      [{ device_id: newId() }, () => false],
    ]
    const crossed = narrowed.flatMap(([a, isA], i) =>
      narrowed.slice(i + 1).map(([b, isB]) => [{ ...b, ...a }, (line: Line) => isA(line) && isB(line)] as const),
    )
    const ofOne = ({ user_id, cancelable, kind }: NonNullable<(typeof narrowed)[number][0]>) => Boolean(user_id) || (cancelable !== undefined && !kind)
    const pairs = crossed.filter(([filters]) => filters && Object.keys(filters).length === 2 && ofOne(filters))
    for (const [filters, isMeant] of [...narrowed, ...pairs]) {
      const { totals, content, filters: found } = await who('nord').calls.salesList({ limit: 5, filters })
      const meant = lines.filter(isMeant)
      expect([filters, found.total_count, totals.sold_total]).toEqual([filters, meant.length, sumOf(meant, asker).sold])
      expect(content.length).toBe(Math.min(5, meant.length))
    }
    const { content } = await who('port').calls.salesList({
      search_text: (await who('port').calls.salesList({})).content.find((row) => row.serial)?.serial ?? '?',
    })
    expect(content.length).toBeGreaterThan(0)
  })

  test('does not reveal to a shop its reseller’s suppliers, nor other organisations', async () => {
    const [one] = (await allLines(w)).filter((line) => line.sale_id === sale_id)
    for (const filters of [{ supplier_id: one?.supplier_id }, { batch_no: one?.batch_no }, { customer_id: who('kiosque').customer_id }])
      expect((await who('port').calls.salesList({ filters } as never)).filters.total_count).toBe(0)
  })

  test('continues after the last line seen, even if something is sold in the meantime', async () => {
    const nord = who('nord').calls
    const first = await nord.salesList({ limit: 5 })
    const [next, byPage] = await (async () => {
      await sell('kiosque', corner.configuration_id, 1)
      return [await nord.salesList({ limit: 5, after: first.content.at(-1)?.line_id }), await nord.salesList({ limit: 5, page: 1 })]
    })()
    const seen = first.content.map((row) => row.line_id)
    expect(next.content.some((row) => seen.includes(row.line_id))).toBe(false)
    // Control: with page numbers instead, a line of the first page occurs on the second page again.
    expect(byPage.content.some((row) => seen.includes(row.line_id))).toBe(true)
    await expect(nord.salesList({ after: sale_id, sort: 'value' })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'after' }] })
  })

  test('can be sorted by visible fields, but not by masked ones', async () => {
    const { content } = await who('nord').calls.salesList({ sort: '-margin_total', limit: 50 })
    const margins = content.map((row) => row.margin_total ?? 0)
    expect(margins).toEqual([...margins].sort((a, b) => b - a))
    await expect(who('gare').calls.salesList({ sort: '-margin_total' })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'sort' }] })
  })
})

describe('the page of one sale', () => {
  test('shows the price of each hop from the shop up to the asker, and no price above', async () => {
    const [one] = (await allLines(w)).filter((line) => line.id === sale_id)
    const { chain, prices, cost } = one as Line
    const paid = (place: number) => (place === chain.length - 1 ? cost : 3 * Number(prices[place]))
    for (const [name, place] of [
      ['port', 0],
      ['sud', 1],
      ['nord', 2],
    ] as const) {
      const { hops, bought_total } = await who(name).calls.saleDetails({ sale_id })
      expect(hops.map((hop) => [hop.organisation_id, hop.bought_total])).toEqual(chain.slice(0, place + 1).map((id, i) => [id, paid(i)]))
      expect(bought_total).toBe(paid(place))
    }
    // Control: the shop's view does not contain its reseller's price.
    expect(JSON.stringify(await who('port').calls.saleDetails({ sale_id }))).not.toContain(String(cost))
  })

  test('shows no PIN; it shows batch and supplier to their owner only, and an unrelated organisation does not find the sale', async () => {
    const seen = await who('port').calls.saleDetails({ sale_id })
    expect(seen.pins.map((pin) => pin.last4)).toEqual(corner.pins.slice(0, 3).map((pin) => pin.slice(-4)))
    expect(seen.pins.every((pin) => pin.batch_no === null && pin.supplier_name === null)).toBe(true)
    expect((await who('nord').calls.saleDetails({ sale_id })).pins[0]).toMatchObject({ batch_no: corner.batch_no, supplier_name: expect.any(String) })
    for (const pin of corner.pins) expect(JSON.stringify(seen)).not.toContain(pin)
    for (const name of ['kiosque', 'gare']) await expect(who(name).calls.saleDetails({ sale_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('shows how the customer paid, if the till recorded it', async () => {
    const till = who('kiosque')
    for (const payment of ['card', undefined] as const) {
      const { transaction_key } = await till.calls.transactionKey({})
      const sold = await till.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1, payment })
      expect((await till.calls.saleDetails({ sale_id: sold.sale_id })).payment).toBe(payment ?? null)
    }
  })

  test('shows who saw the sale’s PINs, and shows the sale’s refunds', async () => {
    const before = await who('port').calls.saleDetails({ sale_id })
    expect(before).toMatchObject({ given_back: 1, refunds: [{ quantity: 1, sold_total: 17 * EURO }], showings: [{ kind: 'sold', copy: 0 }] })
    expect(before).toMatchObject({ claims: [{ number: expect.any(Number) }], invoices: [] })
    await who('port').calls.reprint({ sale_id, reason: 'paper jam' })
    const { showings } = await who('sud').calls.saleDetails({ sale_id })
    expect(showings.map(({ kind, copy, reason }) => [kind, copy, reason])).toEqual([
      ['sold', 0, ''],
      ['reprint', 1, 'paper jam'],
    ])
  })

  test('shows no costs to a shop that may not see discounts', async () => {
    const [row] = (await who('gare').calls.salesList({})).content
    expect(await who('gare').calls.saleDetails({ sale_id: row?.sale_id ?? '' })).toMatchObject({ bought_total: null, margin_total: null, hops: [] })
  })
})

test('a report can be exported as a file with the same number of rows', async () => {
  const nord = who('nord').calls
  for (const asked of [{ report: 'list' }, { report: 'groups', group_by: ['product', 'day'] }] as const) {
    const { download_id, download_url } = await nord.salesDownload(asked as never)
    expect(download_url).toBe(`/download/${download_id}`)
    for (;;) {
      const { state, rows_done } = await nord.exportProgress({ download_id })
      expect(state).not.toBe('failed')
      if (state !== 'ready') continue
      const { filters } = asked.report === 'list' ? await nord.salesList({}) : await nord.salesByGroup({ group_by: ['product', 'day'] })
      expect(rows_done).toBe(filters.total_count)
      break
    }
  }
})
