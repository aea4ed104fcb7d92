// An export's file has exactly the rows of the list, is safe to open in a spreadsheet, and can be fetched for one day by the user who requested it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { encodeInput } from '../../../../contract/kit/client.ts'
import { harmless } from '../../../../contract/kit/csv.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { exportable } from '../../../../contract/papers/exports.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { type Column, cellsOf } from './cells.ts'
import { forget } from './exports.ts'
import { sheetName } from './xlsx.ts'

vi.setConfig({ testTimeout: 120_000 })

const w = await fileWorld()
let nord = await w.signIn('nord')

type Start = Parameters<Person['calls']['exportStart']>[0]
const columns: Start['columns'] = [
  { key: 'name', header: 'Client' },
  { key: 'city', header: 'Ville' },
  { key: 'balance', header: 'Solde' },
  { key: 'is_active', header: 'Actif' },
  { key: 'last_sale_at', header: 'Dernière vente' },
]
const start = (asked: Partial<Start> = {}, person = nord) => person.calls.exportStart({ list: 'customersListShort', input: {}, columns, ...asked })

const ready = (download_id: string, person = nord) =>
  until('the file to be made', async () => {
    const progress = await person.calls.exportProgress({ download_id })
    return (progress.state === 'ready' || progress.state === 'failed') && progress
  })
async function fetched(download_id: string, person = nord) {
  const first = await person.calls.exportFetch({ download_id })
  const parts = [first.bytes]
  for (let piece = 1; piece < first.pieces; piece++) parts.push((await person.calls.exportFetch({ download_id, piece })).bytes)
  return Buffer.concat(parts.map((bytes) => Buffer.from(bytes, 'base64')))
}
async function exported(asked: Partial<Start> = {}, person = nord) {
  const { download_id } = await start(asked, person)
  const progress = await ready(download_id, person)
  expect(progress.state).toBe('ready')
  return { download_id, progress, bytes: await fetched(download_id, person) }
}
const csvRows = (bytes: Buffer): string[][] => parse(bytes, { bom: true, delimiter: ';' })

const sheetOf = (bytes: Buffer): string => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? Buffer.alloc(0))
const sheetRows = (xml: string) =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  )

describe('the content of the file', () => {
  test('has exactly the rows of the list, with any filter', async () => {
    const asked = fc.record({
      sort: fc.constantFrom('name' as const, '-name' as const, 'balance' as const, '-available' as const, '-last_sale_at' as const),
      search_text: fc.constantFrom(undefined, 'o', 'port', 'nothing like it'),
      filters: fc.record({ is_active: fc.constantFrom(undefined, true), low_balance: fc.constantFrom(undefined, true, false) }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ search_text, ...rest }) => {
        const input = { ...rest, ...(search_text ? { search_text } : {}) }
        const { content } = await nord.calls.customersListShort({ ...input, limit: 100 } as Parameters<Person['calls']['customersListShort']>[0])
        const wire = encodeInput(calls.customersListShort, input) as Start['input']
        const { bytes, progress } = await exported({ input: wire })
        const [head, ...rows] = csvRows(bytes)
        expect(head).toEqual(columns.map(({ header }) => header))
        expect(rows.map(([name, , balance]) => [name, balance])).toEqual(content.map((row) => [row.name, moneyText(row.balance).replace('.', ',')]))
        expect(progress).toMatchObject({ rows_done: content.length, rows_total: content.length })
      }),
      { numRuns: 5 },
    )
  })

  test('can have the columns of every list that can be exported', async () => {
    const platform = await w.signIn('platform', { host: 'platform.localhost' })
    for (const list of exportable) expect([list, w.services.lists.columns(list).size > 3]).toEqual([list, true])
    const { bytes } = await exported(
      {
        list: 'staffList',
        columns: [
          { key: 'flags', header: 'Rechte' },
          { key: 'last_login_at', header: 'Zuletzt' },
        ],
      },
      platform,
    )
    expect(csvRows(bytes).some(([flags]) => /has_\w+, has_/.test(flags ?? ''))).toBe(true)
    expect(
      csvRows(bytes)
        .flat()
        .filter((cell) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(cell)).length,
    ).toBeGreaterThan(0)
  })

  test('has, if it is a workbook, amounts as numbers and names as text, and no formulas', async () => {
    const { bytes } = await exported({ format: 'xlsx' })
    const { content } = await nord.calls.customersListShort({ limit: 100 })
    const xml = sheetOf(bytes)
    const [head, ...rows] = sheetRows(xml)
    expect(head).toEqual(columns.map(({ header }) => header))
    expect(rows.map(([name, , balance]) => [name, balance])).toEqual(content.map((row) => [row.name.replaceAll('&', '&amp;'), moneyText(row.balance)]))
    expect(xml).not.toContain('<f>')
    // Each column is as wide as its content, the filter covers all columns, and the sheet has the name of the page.
    const widest = Math.max(...content.map((row) => row.name.length), (columns[0]?.header.length ?? 0) + 3)
    expect(xml).toContain(`<col min="1" max="1" width="${Math.min(widest, 60)}" customWidth="1"/>`)
    expect(xml).toMatch(new RegExp(`<autoFilter ref="A1:[A-Z]+${content.length + 1}"/></worksheet>$`))
    expect([sheetName('Clients: [Nord] / “A & B”'), sheetName("'?*'"), sheetName('x'.repeat(40))]).toEqual(['Clients Nord “A & B”', '1', 'x'.repeat(31)])
  })

  test('has a name that begins like a formula as plain text; an ordinary number stays a number', async () => {
    for (const bad of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx', '\uFF1Dx', '\uFF0Bx', '\uFF0Dx', '\uFF20x']) expect(harmless(bad)).toBe(`'${bad}`)
    for (const good of ['-12,50', '+3', '42', 'Zoé - Lyon', '']) expect(harmless(good)).toBe(good)
    await rowsOf(w, `update organisations set city = '=HYPERLINK("http://x";"y")' where tenant_id = 1 and name = 'Kiosque Nord'`)
    const { bytes } = await exported({ input: { search_text: 'kiosque nord' } })
    expect(csvRows(bytes)[1]?.[1]).toBe(`'=HYPERLINK("http://x";"y")`)
    const sheet = sheetOf((await exported({ input: { search_text: 'kiosque nord' }, format: 'xlsx' })).bytes)
    expect(sheet).toContain('<is><t xml:space="preserve">=HYPERLINK("http://x";"y")</t></is>')
  })

  test('shows codes in the reader’s language, puts fields that the list shows together into one column, and makes no text a formula', async () => {
    const wanted: Start['columns'] = [
      { key: 'is_active', header: 'État', words: { true: 'Actif', false: 'Suspendu' } },
      { key: 'name', header: 'Client', and: ['balance', 'last_sale_at', 'city'] },
      { key: 'plan_name', header: 'Plan', words: { constructor: 'never' } },
    ]
    const { content } = await nord.calls.customersListShort({ limit: 100 })
    const { bytes } = await exported({ columns: wanted })
    const [, ...rows] = csvRows(bytes)
    expect(rows.map(([state, , plan]) => [state, plan])).toEqual(content.map((row) => [row.is_active ? 'Actif' : 'Suspendu', row.plan_name ?? '']))
    for (const [i, [, text]] of rows.entries())
      expect(text?.split(' · ').slice(0, 2)).toEqual([content[i]?.name, moneyText(content[i]?.balance ?? 0).replace('.', ',')])
    const formula = await exported({ columns: [{ key: 'is_active', header: '=1+1', words: { true: '=cmd', false: '@x' } }] })
    expect(
      csvRows(formula.bytes)
        .flat()
        .every((text) => text.startsWith("'")),
    ).toBe(true)
    await expect(start({ columns: [{ key: 'name', header: 'x', and: ['password_hash'] }] })).rejects.toMatchObject({ problems: [{ code: 'not_one_of' }] })
  })

  test('names the fields of the audit log as the screen does: by their own word, otherwise by the word of their stem', async () => {
    const changes: Column = { key: 'changes', kind: 'text', header: 'Champs', part: 'field', words: { pool: 'Pool', batch_no: 'Numéro' } }
    const row = { changes: ['pool_name', 'batch_no', 'city'].map((field) => ({ field })) }
    expect(cellsOf(row, [changes])).toEqual([{ text: 'Pool, Numéro, city' }])
  })

  test('is not made if the list’s call would change something: the export fails, and nothing is changed', async () => {
    const { configuration_id } = await goods(w, { pins: 2 })
    const batchesOf = async () => (await nord.calls.stockList({ configuration_id })).batches
    const [before] = await batchesOf()
    expect(before?.is_published).toBe(true)
    const { download_id } = await start({
      list: 'stockList',
      input: { configuration_id, action: 'unpublish', batch_no: String(before?.batch_no) },
      columns: [{ key: 'product_name', header: 'Produit' }],
    })
    expect((await ready(download_id)).state).toBe('failed')
    expect((await batchesOf())[0]).toEqual(before)
  })

  test('has all rows of a long list, each once, and is written with little memory', async () => {
    await rowsOf(
      w,
      `insert into audit (tenant_id, id, at, mark, user_id, username, full_name, organisation_id, organisation_name, address, device, action, subject_kind, subject_id, subject_name, subject_organisation_id, before, after, reason, search)
       select 1, gen_random_uuid(), now(), mark, user_id, username, full_name, organisation_id, organisation_name, address, device, action, subject_kind, subject_id, subject_name || n, subject_organisation_id, before, after, reason, search
         from (select * from audit where tenant_id = 1 and organisation_id = $1 limit 1) one, generate_series(1, 12000) n`,
      [nord.customer_id],
    )
    const { filters } = await nord.calls.auditList({ limit: 1 })
    const before = process.memoryUsage().rss
    const wanted = ['audit_id', 'at', 'username', 'action', 'subject_name', 'address', 'device', 'organisation_name'].map((key) => ({ key, header: key }))
    const { bytes, progress } = await exported({ list: 'auditList', columns: wanted })
    const rows = csvRows(bytes)
    expect(rows.length - 1).toBe(progress.rows_total)
    expect(progress.rows_total).toBeGreaterThanOrEqual(filters.total_count)
    expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length)
    expect(bytes.length).toBeGreaterThan(1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})

describe('the user who requested an export', () => {
  test('is the only one who finds it, even within the organisation', async () => {
    const { download_id } = await exported()
    for (const other of [await w.signIn('nord-stock'), await w.signIn('sud'), await w.signIn('rhein', { host: 'rhein.localhost' })]) {
      await expect(other.calls.exportFetch({ download_id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
      await expect(other.calls.exportProgress({ download_id })).rejects.toMatchObject({ status: 404 })
      expect((await other.calls.exportsList({})).content).toEqual([])
    }
    expect((await nord.calls.exportsList({ limit: 100 })).content.map((row) => row.download_id)).toContain(download_id)
  })

  test('needs the right to the list to start the export, and must still have that right when fetching the file', async () => {
    const stock = await w.signIn('nord-stock')
    await expect(start({}, stock)).rejects.toMatchObject({ code: 'forbidden' })
    const { download_id } = await exported({ list: 'suppliersList', columns: [{ key: 'company', header: 'Fournisseur' }] }, stock)
    await rowsOf(w, `update users set flags = '{}' where tenant_id = 1 and username = 'nord-stock'`)
    w.clock.advance(6_000)
    await expect(stock.calls.exportFetch({ download_id })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('cannot start it with an unknown column, or with input that the list’s call would refuse', async () => {
    await expect(start({ columns: [{ key: 'password_hash', header: 'x' }] })).rejects.toMatchObject({ problems: [{ field: 'columns', code: 'not_one_of' }] })
    await expect(start({ input: { sort: 'random()' } })).rejects.toMatchObject({ problems: [{ field: 'sort' }] })
  })

  test('can have the file made again by the same request, with the rights that the user has at that later time', async () => {
    const asked = { input: { search_text: 'kiosque' }, title: 'Mes clients', format: 'xlsx' } as const
    const { download_id } = await exported(asked)
    const again = await nord.calls.exportAgain({ download_id })
    expect(again.download_id).not.toBe(download_id)
    const { file_name, state } = await ready(again.download_id)
    expect([file_name, state]).toEqual([expect.stringMatching(/^Mes-clients-.*\.xlsx$/), 'ready'])
    const rows = async (id: string) => sheetRows(sheetOf(await fetched(id)))
    expect(await rows(again.download_id)).toEqual(await rows(download_id))
    const other = await w.signIn('sud')
    await expect(other.calls.exportAgain({ download_id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await rowsOf(w, `update exports set list = 'devicesList' where tenant_id = 1 and id = $1`, [download_id])
    await expect(nord.calls.exportAgain({ download_id })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('has at most three unfinished exports at the same time', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => start()))
    const made = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value.download_id] : []))
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'too_many_requests' })
    for (const download_id of made) expect((await ready(download_id)).state).toBe('ready')
  })

  test('gets a file that is encrypted on disk and deleted after a day', async () => {
    const { download_id } = await exported()
    const path = join(w.services.filesDir, 'exports', download_id)
    expect(readFileSync(path).includes('Kiosque')).toBe(false)
    w.clock.advance(24 * 60 * 60_000 + 1)
    nord = await w.signIn('nord')
    expect(await nord.calls.exportProgress({ download_id })).toMatchObject({ state: 'expired', list: 'customersListShort' })
    await expect(nord.calls.exportFetch({ download_id })).rejects.toMatchObject({ code: 'not_found' })
    await forget(1, w.services)
    expect(existsSync(path)).toBe(false)
  })
})
