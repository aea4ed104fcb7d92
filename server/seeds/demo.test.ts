// The demo world can be made at any hour, and contains everything that a newcomer should see.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { invoiceKinds } from '../../contract/papers/invoices.ts'
import { reclaimStates } from '../../contract/sales/reclamations.ts'
import { createKeys } from '../kit/keys.ts'
import { proveBooks } from '../modules/papers/books/proof-run.ts'
import { migrate } from '../postgres/migrate.ts'
import { rowsOf } from '../test/arrange.ts'
import { emptyDatabase, type World, worldOn } from '../test/world.ts'
import { seedDemo } from './demo.ts'
import { afterTheSale } from './demo-afterwards.ts'

// The tests make a whole world and prove its books in full, which takes two minutes on a slow machine.
vi.setConfig({ testTimeout: 240_000 })

/** Seeds a demo world at this time; the world exists while `work` runs. */
async function demoAt(at: string, work: (w: World, now: Date) => Promise<void>): Promise<void> {
  const now = new Date(at)
  const { url, ownerUrl, end } = await emptyDatabase()
  const keys = createKeys(randomBytes(32))
  await migrate(ownerUrl)
  await seedDemo({ ownerUrl, keys, clock: () => now }, afterTheSale('http://{host}'))
  const w = await worldOn({ url, ownerUrl, keys, dataDir: tmpdir(), end }, { clock: () => now })
  try {
    await work(w, now)
  } finally {
    await w.end()
  }
}

/** Expects that nothing in the world lies in the future, and that every shop can sell. */
async function expectSound(w: World, now: Date) {
  for (const tenant_id of [1, 2]) {
    for (const table of ['transfers', 'sales', 'batches', 'organisations', 'users', 'sessions', 'reclamations', 'documents', 'audit']) {
      const time = table === 'audit' ? 'at' : 'created_at'
      const [row] = await rowsOf<{ n: number; last: string }>(w, `select count(*)::int as n, max(${time}) as last from ${table}`, [], tenant_id)
      expect(row?.n, table).toBeGreaterThan(0)
      expect(Date.parse(row?.last ?? ''), table).toBeLessThanOrEqual(now.getTime())
    }
    const rooms = await rowsOf<{ room: number }>(
      w,
      "select (w.balance + w.credit_limit) / 10000 as room from wallets w join organisations o on o.id = w.organisation_id where o.kind = 'seller'",
      [],
      tenant_id,
    )
    expect(rooms.length).toBeGreaterThan(0)
    for (const { room } of rooms) expect(Number(room)).toBeGreaterThan(50)
  }
}

test('a demo world made in the first minutes of a summer month has no row with a time in the future, and every shop can sell', () =>
  demoAt('2026-07-01T00:06:00+02:00', expectSound))

test('a new demo world has claims in every state, Z-reports beside an open shift, and paid, part-paid, overdue and corrected documents; its books have no error', () =>
  demoAt('2026-11-22T13:00:00+01:00', async (w, now) => {
    await expectSound(w, now)
    const [nord, kiosque, gare] = [await w.signIn('nord'), await w.signIn('kiosque'), await w.signIn('gare')]
    const claims = (await nord.calls.reclaimsList({ limit: 100 })).content
    expect(new Set(claims.map(({ state }) => state))).toEqual(new Set(reclaimStates))
    const left = (due_at: string | null) => (Date.parse(due_at ?? '') - now.getTime()) / 86_400_000
    const near = claims.filter(({ due_at, state }) => state === 'in_progress' && left(due_at) > 0 && left(due_at) < 3)
    expect(near).toHaveLength(1)
    const { files, steps } = await nord.calls.reclaimDetails({ reclaim_id: near[0]?.reclaim_id ?? '' })
    expect([files.length, steps.filter(({ step }) => step === 'message').length]).toEqual([1, 2])
    for (const shop of [kiosque, gare]) {
      expect((await shop.calls.zReportsList({})).filters.total_count).toBe(6)
      expect((await shop.calls.shiftsOpen({})).content).toHaveLength(1)
    }
    const documents = (await nord.calls.invoicesList({ limit: 100 })).content
    expect(new Set(documents.map(({ state }) => state))).toEqual(new Set(['paid', 'partly_paid', 'overdue', 'open']))
    const corrections = (await nord.calls.reclamationInvoicesList({})).content
    expect(new Set([...documents, ...corrections].map(({ kind }) => kind))).toEqual(new Set(invoiceKinds))
    expect(await proveBooks(w.services, 1, 'full')).toEqual([])
    // Changes one row of the other reseller; the checks must then find only this row.
    await rowsOf(w, 'update invoices set paid = paid + 100 where id = (select min(id::text)::uuid from invoices)', [], 2)
    expect((await proveBooks(w.services, 2, 'full')).map(({ rule, wrong }) => [rule, wrong])).toEqual([['invoices_are_paid', 1]])
  }))
