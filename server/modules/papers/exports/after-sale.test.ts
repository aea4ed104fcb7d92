// Each list about what happens after a sale can be exported: the file has as many rows as the list, with all fields of the list.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { encodeInput } from '../../../../contract/kit/client.ts'
import type { exportable } from '../../../../contract/papers/exports.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { ANSWER, claimed, fillWallets, move } from '../../../test/claims.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { billed, completeParties, idsOf } from '../invoices/fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
await fillWallets(w)
const ids = await idsOf(w, ['kiosque'])
const [nord, shop] = [await w.signIn('nord'), await w.signIn('kiosque')]
const today = berlinDay(w.clock.now())
const days = { date_from: today, date_to: today }

/** Makes, in one day, everything that these lists show: sales are billed and claimed, some claims are accepted, others stay open. */
async function day() {
  const [first, second] = [await claimed(w, shop, 2), await claimed(w, shop, 1)]
  await billed(w, nord, [ids.kiosque], days)
  const again = await claimed(w, shop, 1)
  const given = [...first.ids.slice(0, 1), ...second.ids]
  await move(nord, given, 'ask')
  await move(nord, given, 'approve', ANSWER)
  expect(await move(nord, given, 'accept')).toEqual(['done', 'done'])
  await billed(w, nord, [ids.kiosque], days, 'reclamationInvoicesGenerate')
  const last = await claimed(w, shop, 1)
  await billed(w, nord, [ids.kiosque], days)
  await move(nord, [...again.ids, ...last.ids], 'ask')
  await move(nord, last.ids, 'approve', ANSWER)
  await move(nord, last.ids, 'accept')
  await claimed(w, shop, 1)
  await shop.calls.zReport({ transaction_key: (await shop.calls.transactionKey({})).transaction_key })
}

type List = (typeof exportable)[number]
type Listed = (input: object) => Promise<{ content: object[]; filters: { total_count: number } }>

async function rowsIn(person: Person, list: List, asked: object): Promise<{ head: string[]; rows: string[][] }> {
  const input = encodeInput(calls[list], asked as never) as Record<string, string>
  const columns = [...w.services.lists.columns(list).keys()].map((key) => ({ key, header: key }))
  const { download_id } = await person.calls.exportStart({ list, input, columns })
  await expect.poll(async () => (await person.calls.exportProgress({ download_id })).state).toBe('ready')
  const { bytes, pieces } = await person.calls.exportFetch({ download_id })
  expect(pieces).toBe(1)
  const [head = [], ...rows] = parse(Buffer.from(bytes, 'base64'), { bom: true, delimiter: ';' }) as string[][]
  return { head, rows }
}

test('the lists of sales, ledgers, Z-reports, claims, stock, open matters and invoices can be exported, and each file has the rows of its list', async () => {
  await day()
  const lists: [Person, List, object][] = [
    ...(['salesList', 'salesByGroup', 'stockReport', 'stockHistory', 'customersForInvoice', 'customersForReclamationInvoice'] as const).map(
      (list): [Person, List, object] => [nord, list, days],
    ),
    [shop, 'ledgerOwn', {}],
    [nord, 'ledgerCustomer', { customer_id: ids.kiosque }],
    [shop, 'zReportsList', {}],
    [shop, 'reclaimsList', {}],
    [nord, 'reclaimsList', { scope: 'desk' }],
    // The list of open matters would also contain the export that is being written, so the list is filtered by kind.
    [nord, 'openMatters', { filters: { kind: 'reclamation' } }],
    [nord, 'reorderList', {}],
    [nord, 'invoicesList', {}],
    [nord, 'reclamationInvoicesList', {}],
  ]
  for (const [person, list, input] of lists) {
    const { filters, content } = await (person.calls[list] as Listed)({ ...input, limit: 100 })
    const { head, rows } = await rowsIn(person, list, input)
    expect([list, filters.total_count > 0, rows.length]).toEqual([list, true, filters.total_count])
    // The file leaves out two fields of the list: the actions that a row allows, and the amounts rounded to cents, because it has the exact amounts.
    const beside = ['may', 'cents']
    expect([list, Object.keys(content[0] ?? {}).filter((key) => !head.includes(key) && !beside.includes(key))]).toEqual([list, []])
  }
})
