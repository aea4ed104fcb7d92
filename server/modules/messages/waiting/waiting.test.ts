// What waits for a user is counted only if the user may open its list, and each count equals that of the list, in the menu and on the start page.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { WaitingKind } from '../../../../contract/messages/waiting.ts'
import { heldGoods, rowsOf } from '../../../test/arrange.ts'
import { claimed, move } from '../../../test/claims.ts'
import { crediting } from '../../../test/credit.ts'
import { registering } from '../../../test/registration.ts'
import { waitingSignIn } from '../../../test/waiting-sign-in.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { billed, completeParties, idsOf, months, soldAt } from '../../papers/invoices/fixtures/lines.ts'

const PLATFORM = 'platform.localhost'
const w = await fileWorld()
const [nord, sud, shop, stock] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('kiosque'), await w.signIn('nord-stock')]
const c = await crediting(w)
const { invite } = registering(() => w)
/** The count of a kind for this user; undefined if the kind is not reported at all. */
const of = async (person: Person, kind: WaitingKind) => (await person.calls.waitingCounts({})).counts.find((one) => one.kind === kind)?.count

test('a claim counts as waiting for the organisation that has to decide it, until it is decided', async () => {
  const before = (await of(nord, 'claims')) ?? 0
  const { ids } = await claimed(w, shop)
  expect(await of(nord, 'claims')).toBe(before + 1)
  expect(await of(nord, 'claims')).toBe((await nord.calls.reclaimsList({ filters: { is_open: true } })).filters.total_count)
  expect([await of(sud, 'claims'), await of(stock, 'claims')]).toEqual([0, undefined])
  await move(nord, ids, 'reject', { note: 'works' })
  expect(await of(nord, 'claims')).toBe(before)
})

test('a booking above one person’s daily amount counts as waiting for those who may approve it, until it is decided', async () => {
  await c.anew()
  expect(await of(nord, 'credit_requests')).toBe(0)
  await c.book(nord, 900)
  expect([await of(nord, 'credit_requests'), await of(sud, 'credit_requests')]).toEqual([1, 0])
  expect([await of(shop, 'credit_requests'), await of(stock, 'credit_requests')]).toEqual([undefined, undefined])
  await c.decide(await c.colleague())
  expect(await of(nord, 'credit_requests')).toBe(0)
})

test('a sign-in that needs approval counts as waiting for the managers above the user, until it is decided', async () => {
  const before = (await of(nord, 'login_requests')) ?? 0
  const s = await waitingSignIn(w, nord)
  expect([await of(nord, 'login_requests'), await of(shop, 'login_requests')]).toEqual([before + 1, 0])
  expect(await of(stock, 'login_requests')).toBeUndefined()
  await s.approve()
  expect(await of(nord, 'login_requests')).toBe(before)
})

test('a registration counts as waiting for the organisation that opened the registration, until it expires', async () => {
  const before = (await of(nord, 'registrations')) ?? 0
  const { registration_id } = await invite({ at: 'kiosque' })
  expect([await of(nord, 'registrations'), await of(sud, 'registrations'), await of(shop, 'registrations')]).toEqual([before + 1, 0, undefined])
  expect(await of(nord, 'registrations')).toBe((await nord.calls.registrationsList({ filters: { state: 'waiting' } })).filters.total_count)
  await rowsOf(w, 'update registrations set expires_at = $2 where tenant_id = 1 and id = $1', [registration_id, w.clock.now()])
  expect(await of(nord, 'registrations')).toBe(before)
})

test('batches held back after a restore count as waiting for their owner', async () => {
  const { batch_no } = await heldGoods(w)
  expect([await of(nord, 'stock_held'), await of(stock, 'stock_held'), await of(sud, 'stock_held'), await of(shop, 'stock_held')]).toEqual([1, 1, 0, undefined])
  await rowsOf(w, 'update queue_heads set held_published = null where tenant_id = 1 and batch_no = $1', [batch_no])
  expect(await of(nord, 'stock_held')).toBe(0)
})

test('an invoice counts as waiting from the day it is overdue until it is paid', async () => {
  await completeParties(w)
  const ids = await idsOf(w, ['nord', 'kiosque'])
  const m = months()()
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true })
  await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [10 * EURO], at: m.at(3) })
  const invoice_id = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
  expect(await of(nord, 'invoices_overdue')).toBe(0)
  await rowsOf(w, `update invoices set due_on = '2020-01-01' where tenant_id = 1 and id = $1`, [invoice_id])
  expect([await of(nord, 'invoices_overdue'), await of(sud, 'invoices_overdue'), await of(stock, 'invoices_overdue')]).toEqual([1, 0, undefined])
  await rowsOf(w, 'update invoices set paid = due where tenant_id = 1 and id = $1', [invoice_id])
  expect(await of(nord, 'invoices_overdue')).toBe(0)
})

test('at most a hundred waiting matters of a kind are counted, and never those of another tenant', async () => {
  const { id } = (await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord'`))[0] ?? { id: '' }
  await rowsOf(
    w,
    `insert into registrations (tenant_id, id, user_id, organisation_id, secret_hash, created_by, created_at, expires_at)
     select 1, gen_random_uuid(), $1, $2, sha256(n::text::bytea), $1, now(), $3 from generate_series(1, 300) n`,
    [id, nord.customer_id, new Date(w.clock.now().getTime() + 3_600_000)],
  )
  expect(await of(nord, 'registrations')).toBe(100)
  const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
  expect((await rhein.calls.waitingCounts({})).counts.filter(({ count }) => count > 0)).toEqual([])
  const platform = await w.signIn('platform', { host: PLATFORM })
  await platform.calls.tenantChoose({ tenant_id: 2 })
  expect(await of(platform, 'registrations')).toBe(0)
  await platform.calls.tenantChoose({ tenant_id: 1 })
  expect(await of(platform, 'registrations')).toBe(100)
})

test('a figure of the start page equals the count of its list, for users who may open that list; a list that fails does not affect the others', async () => {
  const figures = async (person: Person) => new Map((await person.calls.waitingFigures({})).figures.map((figure) => [figure.kind, figure]))
  const { ids } = await claimed(w, shop)
  const [all, theirs, [claims, low, open, failed, devices]] = [
    await figures(nord),
    await figures(shop),
    await Promise.all([
      nord.calls.reclaimsList({ filters: { is_open: true }, sort: 'created_at' }),
      nord.calls.customersListShort({ filters: { low_balance: true } }),
      nord.calls.openMatters({}),
      w.signIn('platform', { host: PLATFORM }).then(figures),
      w.signIn('platform', { host: PLATFORM }).then(({ calls }) => calls.devicesList({})),
    ]),
  ]
  expect(all.get('claims')).toMatchObject({ count: claims.filters.total_count, oldest_at: claims.content[0]?.created_at })
  expect([claims.filters.total_count, low.filters.total_count]).toEqual([expect.any(Number), all.get('low')?.count])
  expect(claims.filters.total_count).toBeGreaterThan(0)
  expect(all.get('open')?.count).toBe(open.filters.total_count)
  expect([all.has('devices'), all.has('failed'), theirs.has('low'), theirs.has('not_billed')]).toEqual([false, false, false, false])
  expect(failed.get('devices')).toMatchObject({ count: devices.counts.assigned, free: devices.counts.free })
  const { first } = w.services.lists
  w.services.lists.first = (name, ...asked) => (name === 'openMatters' ? Promise.reject(new Error('away')) : first(name, ...asked))
  const without = await figures(nord)
  w.services.lists.first = first
  expect([without.get('open')?.count, without.get('claims')?.count]).toEqual([null, claims.filters.total_count])
  await move(nord, ids, 'reject', { note: 'works' })
  expect((await figures(nord)).get('claims')?.count).toBe(claims.filters.total_count - 1)
})
