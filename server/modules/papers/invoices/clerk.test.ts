// A user tries to cheat with documents, an operator restores yesterday's backup, and a tenant sends too many requests.
import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { sabotage, wrongs } from '../../../test/arrange.ts'
import { meeting, PATIENT, somebodyWaits } from '../../../test/meeting-point.ts'
import { fileWorld, world } from '../../../test/world.ts'
import { billed, completeParties, idsOf, months, soldAt } from './fixtures/lines.ts'
import { addRun, unfinished } from './runs.sql.ts'

const w = await fileWorld({ db: { deadlines: PATIENT } })
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque'])
const nord = await w.signIn('nord')
const month = months()

async function invoice(quantity = 10) {
  const m = month()
  await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [9 * EURO], at: m.at(3), quantity })
  const [made] = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents ?? []
  return { invoice_id: made?.invoice_id ?? '', document_no: made?.document_no ?? '', ...m }
}
const numberOf = (no: string) => Number(no.split('-').at(-1))
const payingLater = () => nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, billing: 'gross', pays_later: true })
const pay = (invoice_id: string, amount: number) => nord.calls.invoicePay({ payment_id: newId(), invoice_id, amount: amount * EURO, paid_on: '2026-01-01' })

describe('a user with the right to invoice who tries to cheat', () => {
  test('cannot hide a document by new billing terms or another prefix: the numbers go on without a gap, and both changes are logged', async () => {
    const first = await invoice()
    await nord.calls.invoiceSettingsUpdate({ invoice_prefix: 'ZZ' })
    await payingLater()
    const second = await invoice()
    await nord.calls.invoiceSettingsUpdate({ invoice_prefix: 'RE' })
    const third = await invoice()
    expect([second, third].map(({ document_no }) => numberOf(document_no) - numberOf(first.document_no))).toEqual([1, 2])
    expect(second.document_no).toMatch(/^ZZ-/)
    const listed = (await nord.calls.invoicesList({ limit: 100 })).content.map(({ document_no }) => document_no)
    for (const { document_no } of [first, second, third]) expect(listed).toContain(document_no)
    const actions = (await nord.calls.auditList({ limit: 100 })).content.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['invoiceSettingsUpdate', 'invoiceTermsUpdate']))
  })

  test('cannot keep a payment by cancelling its document: the cancellation states once that the payment is owed back, and no payment can be recorded for the cancelled document', async () => {
    await payingLater()
    const { invoice_id, period } = await invoice()
    expect(await pay(invoice_id, 40)).toEqual({ open: 50 * EURO })
    const correction = await nord.calls.invoiceCancel({ invoice_id, reason: 'wrong' })
    for (const amount of [50, 1, -40]) await expect(pay(invoice_id, amount)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    expect(await nord.calls.invoiceReport({ invoice_id: correction.invoice_id })).toMatchObject({ open: -40 * EURO })
    await expect(pay(correction.invoice_id, 1)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    await expect(pay(correction.invoice_id, -41)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    expect(await pay(correction.invoice_id, -40)).toEqual({ open: 0 })
    // The purchases are billed again. The new document is due in full, because the payment of the first document was repaid.
    const [anew] = (await billed(w, nord, [ids.kiosque], period))[0]?.documents ?? []
    expect(await nord.calls.invoiceReport({ invoice_id: anew?.invoice_id ?? '' })).toMatchObject({ open: 90 * EURO, payments: [] })
    expect((await wrongs(w)).filter((name) => name.startsWith('invoices_'))).toEqual([])
  })

  describe('cancels a document while payments of it are recorded', () => {
    beforeAll(payingLater)
    const { stop, meet } = meeting(w)
    const lock = 'where i.tenant_id = p_tenant and i.id = p_invoice and i.issuer_id = p_issuer for no key update;'

    const payments = (invoice_id: string) => Promise.allSettled([10, 20, 30].map((amount) => pay(invoice_id, amount)))
    const cancel = (invoice_id: string) => nord.calls.invoiceCancel({ invoice_id, reason: 'wrong' })
    /** The sum of the payments recorded for the cancelled document, and what its cancellation says is owed back. */
    async function after(invoice_id: string, cancelled: { invoice_id: string }) {
      const correction = await nord.calls.invoiceReport(cancelled)
      const { payments: noted } = await nord.calls.invoiceReport({ invoice_id })
      return { paid: noted.reduce((sum, { amount }) => sum + amount, 0), owed: correction.open }
    }

    test('payments recorded before the cancellation are owed back, to the cent', async () => {
      for (let i = 0; i < 4; i++) {
        const { invoice_id } = await invoice()
        // The payments and the cancellation run at the same time, so not every payment is recorded before the cancellation.
        const [cancelled] = await Promise.all([cancel(invoice_id), payments(invoice_id)])
        const { paid, owed } = await after(invoice_id, cancelled)
        expect(owed + paid).toBe(0)
      }
    })

    test('a payment that comes after the cancellation began waits for the cancellation, and is refused', async () => {
      await sabotage(w, 'lock_to_cancel', lock, `${lock} ${stop}`)
      const { invoice_id } = await invoice()
      const [cancelled, paid] = await meet({ at: 1, behind: 3 }, async (come) => {
        const first = cancel(invoice_id)
        await come({ at: 1 })
        return Promise.all([first, payments(invoice_id)])
      }).finally(() => sabotage(w, 'lock_to_cancel', `${lock} ${stop}`, lock))
      expect(paid.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
      expect(await after(invoice_id, cancelled)).toEqual({ paid: 0, owed: 0 })
    })

    test('control: if the cancellation does not wait for payments, the amount owed back differs from the amount paid', async () => {
      const none = `${lock.replace(' for no key update', '')} ${stop}`
      await sabotage(w, 'lock_to_cancel', lock, none)
      const { invoice_id } = await invoice()
      const cancelled = await meet(
        { at: 1 },
        () => cancel(invoice_id),
        () => payments(invoice_id),
      ).finally(() => sabotage(w, 'lock_to_cancel', none, lock))
      expect(await after(invoice_id, cancelled)).toEqual({ paid: 60 * EURO, owed: 0 })
    })
  })

  test('who records a document’s payment eight times at the same time, each under its own id, gets one of them recorded', async () => {
    await payingLater()
    const { invoice_id } = await invoice()
    const came = await Promise.allSettled(Array.from({ length: 8 }, () => pay(invoice_id, 90)))
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await nord.calls.invoiceReport({ invoice_id })).payments).toHaveLength(1)
  })

  test('control: gets all eight payments recorded if the open amount is not checked', async () => {
    await payingLater()
    const { invoice_id } = await invoice()
    const right = 'or v_invoice.paid + p_amount not between least(v_invoice.due, 0) and greatest(v_invoice.due, 0)'
    await sabotage(w, 'note_invoice_payment', right, 'or false')
    await Promise.all(Array.from({ length: 8 }, () => pay(invoice_id, 90))).finally(() => sabotage(w, 'note_invoice_payment', 'or false', right))
    expect((await nord.calls.invoiceReport({ invoice_id })).payments).toHaveLength(8)
  })
})

test('files of documents are made one after the other, and too many waiting requests of one user are refused; control: viewing a document is not limited in this way', async () => {
  const crowded = await world({ db: { lists: { places: 2, tenant: 1, user: 1, waiting: 2, wait_ms: 60_000 } } })
  await completeParties(crowded)
  const { kiosque, nord: issuer } = await idsOf(crowded, ['nord', 'kiosque'])
  const person = await crowded.signIn('nord')
  const m = month()
  await soldAt(crowded, { chain: [kiosque, issuer], prices: [9 * EURO], at: m.at(3) })
  const invoice_id = (await billed(crowded, person, [kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
  const refused = async (ask: () => Promise<unknown>) =>
    (await Promise.allSettled(Array.from({ length: 8 }, ask))).filter(({ status }) => status === 'rejected')
  const files = await refused(() => person.calls.invoiceFile({ invoice_id, file: 'xrechnung' }))
  expect(files.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(Array(5).fill('share_used_up'))
  expect(await refused(() => person.calls.invoiceReport({ invoice_id }))).toEqual([])
  await crowded.end()
})

test('after a restore of yesterday’s backup, documents are numbered from 1 again in a new series (circle) that each number names, so no number is on two documents', async () => {
  const before = await invoice()
  await w.owner.query(`select hold_stock(1, now(), $1, 'asked', null, now())`, [newId()])
  const after = await invoice()
  expect(after.document_no).toMatch(/-R1-00001$/)
  expect(after.document_no).not.toBe(before.document_no)
  const correction = await nord.calls.invoiceCancel({ invoice_id: before.invoice_id, reason: 'of yesterday' })
  expect(correction.document_no).toMatch(/-R1-00001$/)
})

/**
 * Begins a run in each of two transactions of one user; each first counts the user's unfinished runs. Returns the two counts. The first transaction commits
 * only when the second has counted or is waiting for the first. `isLocked`: false leaves out the lock.
 */
async function atOnce(isLocked: boolean) {
  const user_id = newId()
  const seen: number[] = []
  const period = { date_from: '2025-01-01', date_to: '2025-01-31' }
  const begin = (until: () => Promise<unknown>) =>
    w.db.write(1, async (q) => {
      const past: typeof q = { query: (text, values) => (isLocked || !String(text).includes('advisory') ? q.query(text, values) : Promise.resolve([])) }
      seen.push(await unfinished(past, 1, user_id))
      const run = { tenant_id: 1, id: newId(), issuer_id: ids.nord, user_id, asked_by: { actor: {} as never, address: '', device: '' }, ...period }
      await addRun(q, { ...run, what: 'sales', customers: [ids.kiosque], now: w.clock.now() })
      await until()
    })
  let other: Promise<void> | undefined
  await begin(async () => {
    other = begin(async () => undefined)
    await somebodyWaits(w, other)
  })
  await other
  return seen
}

test('of two invoice runs that a user begins at the same time, the later counts the earlier as unfinished', async () => {
  expect(await atOnce(true)).toEqual([0, 1])
})

test('control: if invoice runs that begin at the same time do not wait for each other, neither counts the other', async () => {
  expect(await atOnce(false)).toEqual([0, 0])
})
