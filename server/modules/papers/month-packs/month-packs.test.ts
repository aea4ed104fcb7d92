// The pack of a month has the content of the books, and always the same bytes, whenever and on whichever server it is made.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { moneyText } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { booksClosed } from '../../../test/closed-books.ts'
import { addAccount } from '../../../test/door.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { billed, completeParties, idsOf } from '../invoices/fixtures/lines.ts'
import { close, sell, shopOf } from '../shifts/fixtures/shop.ts'
import { goOnWithPacks } from './month-packs.ts'

vi.setConfig({ testTimeout: 120_000 })

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const month = berlinDay(w.clock.now()).slice(0, 7)
const days = { date_from: `${month}-01`, date_to: berlinDay(w.clock.now()) }

/** Makes a month: a till sells and closes with a Z-report, documents are made of the sales, and some cards stay unsold. */
const { manager, ten, twenty } = await shopOf(w)
await sell(manager, ten, 3)
await sell(manager, twenty)
await close(manager)
await goods(w, { pins: 7, euro: 5 })
const early = await w.signIn('nord')
await early.calls.datevSettingsUpdate({ consultant_no: 1001, client_no: 7 })
const made = (await billed(w, early, [ids.kiosque, ids.gare], days)).flatMap(({ documents }) => documents)

const notYet = await early.calls.monthPack({ month }).catch((error: unknown) => error)
// Moves the clock on to the first day of the next month, one hour after midnight.
for (const now = () => w.clock.now().getTime(); berlinDay(w.clock.now()).startsWith(month); ) w.clock.advance(3_600_000 - (now() % 3_600_000))
w.clock.advance(3_600_000)
const nord = await w.signIn('nord')
await booksClosed(w)

const ready = (download_id: string, person = nord) =>
  until('the file to be made', async () => {
    const progress = await person.calls.exportProgress({ download_id })
    return (progress.state === 'ready' || progress.state === 'failed') && progress
  })
async function fetched(download_id: string, person = nord) {
  expect(await ready(download_id, person)).toMatchObject({ state: 'ready', list: 'monthPack' })
  const first = await person.calls.exportFetch({ download_id })
  const parts = [first.bytes]
  for (let piece = 1; piece < first.pieces; piece++) parts.push((await person.calls.exportFetch({ download_id, piece })).bytes)
  return Buffer.concat(parts.map((bytes) => Buffer.from(bytes, 'base64')))
}
const packed = async (person: Person = nord, of = month) => fetched((await person.calls.monthPack({ month: of })).download_id, person)

type Files = Record<string, Uint8Array>
type Manifest = {
  files: { name: string; bytes: number; sha256: string }[]
  left_out: { part: string; why: string }[]
  totals: Record<string, Record<string, string | number | boolean> | null>
}
const manifestOf = (files: Files) => JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest
const rowsIn = (files: Files, name: string): Record<string, string>[] => parse(Buffer.from(files[name] ?? ''), { bom: true, delimiter: ';', columns: true })
const cents = (text = '') => Math.round(Number(text.replace(',', '.') || 0) * 10_000)

/** Names the files whose bytes differ from what the manifest says, and those that are only in the pack or only in the manifest. */
function broken(files: Files): string[] {
  const listed = manifestOf(files).files
  const unknown = Object.keys(files).filter((name) => name !== 'manifest.json' && !listed.some((one) => one.name === name))
  const wrong = listed.filter(({ name, bytes, sha256 }) => {
    const file = files[name]
    return file?.length !== bytes || createHash('sha256').update(file).digest('hex') !== sha256
  })
  return [...unknown, ...wrong.map(({ name }) => name)]
}

const first = await packed()
const files = unzipSync(first)
const { totals, left_out } = manifestOf(files)

test('the pack of a month that is not over is refused at the field of the month', async () => {
  expect(notYet).toMatchObject({ problems: [{ field: 'month', code: 'month_not_over' }] })
  const now = berlinDay(w.clock.now()).slice(0, 7)
  await expect(nord.calls.monthPack({ month: now })).rejects.toMatchObject({ problems: [{ field: 'month', code: 'month_not_over' }] })
})

describe('the content of a month’s pack', () => {
  test('is listed in the manifest; control: a changed byte or an additional file would be found', () => {
    expect(broken(files)).toEqual([])
    const [name = ''] = Object.keys(files)
    const changed = Uint8Array.from(files[name] ?? [])
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(broken({ ...files, [name]: changed })).toEqual([name])
    expect(broken({ ...files, 'more.csv': new Uint8Array([1]) })).toEqual(['more.csv'])
    expect(left_out).toEqual([])
  })

  test('includes every document as PDF and as XML, and the documents add up to the total booked in the DATEV file', async () => {
    expect(made.length).toBeGreaterThan(0)
    for (const { document_no, invoice_id } of made) {
      const { bytes } = await nord.calls.invoiceFile({ invoice_id, file: 'pdf' })
      expect(Buffer.from(files[`issued/${document_no}.pdf`] ?? []).equals(Buffer.from(bytes, 'base64'))).toBe(true)
      expect(strFromU8(files[`issued/${document_no}-xrechnung.xml`] ?? new Uint8Array())).toContain(`<ram:ID>${document_no}</ram:ID>`)
    }
    const total = made.reduce((sum, one) => sum + one.total, 0)
    expect(totals).toMatchObject({ issued: { documents: made.length, total: moneyText(total) }, datev: { amount: moneyText(total) } })
    const [, , ...bookings] = Buffer.from(files[`EXTF_${days.date_from}_${lastDay()}.csv`] ?? '')
      .toString('latin1')
      .trimEnd()
      .split('\r\n')
    // A booking with a day of supply belongs to a document; all other bookings are settlements.
    const documents = bookings.map((line) => line.split(';')).filter((fields) => fields[114] !== '')
    const signed = documents.map(([amount, side]) => cents(amount) * (side === '"S"' ? 1 : -1))
    expect(signed.reduce((sum, amount) => sum + amount, 0)).toBe(total)
  })

  test('includes ledgers whose rows lead from the opening to the closing balance by what moved in the wallets', async () => {
    const moved = await rowsOf<{ id: string; amount: string }>(
      w,
      `select w.organisation_id as id, coalesce(sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end), 0)::text as amount
         from wallets w left join transfers t on t.tenant_id = 1 and t.wallet_id = w.organisation_id
          and t.created_at >= $1::date::timestamp at time zone 'Europe/Berlin'
        where w.tenant_id = 1 and (w.parent_id = $2 or w.organisation_id = $2) group by 1`,
      [days.date_from, ids.nord],
    )
    expect(moved.some(({ amount }) => Number(amount) !== 0)).toBe(true)
    const rows = [...rowsIn(files, 'ledger-customers.csv'), ...rowsIn(files, 'ledger-own.csv')]
    for (const { id, amount } of moved) {
      const own = rows.filter(({ customer_id }) => customer_id === id)
      const balance = (kind: string) => cents(own.find((row) => row.kind === kind)?.balance_after)
      const sum = own.reduce((all, { debit, credit }) => all + cents(credit) - cents(debit), 0)
      expect([id, sum, balance('closing') - balance('opening')]).toEqual([id, Number(amount), Number(amount)])
    }
    expect(totals).toMatchObject({ ledger_own: { adds_up: true }, ledger_customers: { adds_up: true } })
  })

  test('includes the Z-reports of all shops with their hashes, and the remaining stock at the end of the month', async () => {
    const documents = await rowsOf<{ hash: string }>(
      w,
      `select encode(hash, 'hex') as hash from documents where tenant_id = 1 and kind = 'z_report' order by id`,
    )
    const listed = rowsIn(files, 'z-reports.csv')
    expect(listed.map(({ hash }) => hash)).toEqual(documents.map(({ hash }) => hash))
    expect(listed.find(({ username }) => username === 'kiosque')).toMatchObject({ shop_id: ids.kiosque, number: '1', face_total: '50,00', quantity: '4' })
    const { totals: stock } = await nord.calls.stockReport({ date_from: days.date_from, date_to: lastDay() })
    expect(totals.stock).toEqual({ closing: stock.closing, cost: moneyText(stock.closing_cost ?? 0), value: moneyText(stock.closing_value ?? 0) })
  })
})

const lastDay = () => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

describe('a month’s pack that is made again', () => {
  test('has the same bytes, even if something was sold or renamed since; control: a changed amount changes the bytes', async () => {
    await sell(await w.signIn('kiosque'), ten)
    await rowsOf(w, `update organisations set name = name || ' neu', name_search = name_search || ' neu' where tenant_id = 1`)
    await rowsOf(w, `update products set name = 'A ' || name, name_search = 'a ' || name_search where tenant_id = 1`)
    await rowsOf(w, `update users set username = username || '-2', full_name = 'Renamed' where tenant_id = 1 and username like 'kiosque%'`)
    expect((await packed()).equals(first)).toBe(true)
    const one = `where tenant_id = 1 and (wallet_id, seq) = (select wallet_id, max(seq) - 1 from transfers where tenant_id = 1 and wallet_id = $1 group by 1)`
    await rowsOf(w, `update transfers set amount = amount + 1 ${one}`, [ids.kiosque])
    const again = await packed()
    expect(again.equals(first)).toBe(false)
    expect(manifestOf(unzipSync(again)).totals).toMatchObject({ ledger_customers: { adds_up: false } })
    await rowsOf(w, `update transfers set amount = amount - 1 ${one}`, [ids.kiosque])
    expect((await packed()).equals(first)).toBe(true)
  })

  test('by another server, after the first stopped in the middle, has the same bytes; a pack that is still being made is left alone', async () => {
    const { download_id } = await nord.calls.monthPack({ month })
    await fetched(download_id)
    const asIf = (until: string) => rowsOf(w, `update exports set state = 'running', claimed_until = $2 where tenant_id = 1 and id = $1`, [download_id, until])
    rmSync(join(w.services.filesDir, 'exports', download_id))
    await asIf(new Date(w.clock.now().getTime() + 60_000).toISOString())
    await goOnWithPacks(w.services, 1)
    expect((await nord.calls.exportProgress({ download_id })).state).toBe('running')
    await asIf(w.clock.now().toISOString())
    await goOnWithPacks(w.services, 1)
    expect((await fetched(download_id)).equals(first)).toBe(true)
  })

  test('after the tax adviser’s numbers were removed lacks the DATEV bookings, and its manifest says why', async () => {
    await rowsOf(w, 'update datev_settings set client_no = 0 where tenant_id = 1')
    const manifest = manifestOf(unzipSync(await packed()))
    expect(manifest.left_out).toEqual([{ part: 'datev', why: expect.stringContaining('datev_incomplete') }])
    expect(manifest.files.some(({ name }) => name.startsWith('EXTF'))).toBe(false)
    await nord.calls.datevSettingsUpdate({ client_no: 7 })
  })
})

describe('the user who requested a month’s pack', () => {
  test('is the only one who finds it; another organisation’s pack of the month has only the content of that organisation', async () => {
    const { download_id } = await nord.calls.monthPack({ month })
    await ready(download_id)
    // Unlike an export, a pack cannot be made again by exportAgain: a user has to request the month anew, and needs the rights for it then.
    await expect(nord.calls.exportAgain({ download_id })).rejects.toMatchObject({ code: 'not_found' })
    const [sud, platform] = [await w.signIn('sud'), await w.signIn('platform', { host: 'platform.localhost' })]
    for (const other of [sud, platform]) await expect(other.calls.exportFetch({ download_id })).rejects.toMatchObject({ code: 'not_found' })
    const theirs = unzipSync(await packed(sud))
    expect(broken(theirs)).toEqual([])
    expect(rowsIn(theirs, 'ledger-customers.csv').some(({ customer_id }) => customer_id === ids.kiosque)).toBe(false)
    expect(rowsIn(theirs, 'z-reports.csv').some(({ shop_id }) => shop_id === ids.kiosque)).toBe(false)
    expect(broken(unzipSync(await packed(platform)))).toEqual([])
  })

  test('needs the right to ledgers both to request the pack and to fetch it', async () => {
    const { username } = await addAccount(w, 'nord', { flags: ['has_invoice'] })
    const accountant = await w.signIn(username)
    await expect(accountant.calls.monthPack({ month })).rejects.toMatchObject({ code: 'forbidden' })
    const both = await addAccount(w, 'nord', { flags: ['has_invoice', 'has_transaction'] })
    const person = await w.signIn(both.username)
    const { download_id } = await person.calls.monthPack({ month })
    expect(manifestOf(unzipSync(await fetched(download_id, person))).left_out).toEqual([{ part: 'stock', why: expect.stringContaining('forbidden') }])
    await rowsOf(w, `update users set flags = '{has_invoice}' where tenant_id = 1 and username = $1`, [both.username])
    w.clock.advance(6_000)
    await expect(person.calls.exportFetch({ download_id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect((await w.signIn('gare')).calls.monthPack({ month })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
