// The first day of the demo world, played in a world whose suppliers are simulators. Afterwards no list that a newcomer opens is empty, and the books are
// right.
import { expect, test } from 'vitest'
import { steps } from '../../contract/till/top-ups.ts'
import { proveBooks } from '../modules/papers/books/proof-run.ts'
import { simulatorsBeside } from '../test/demo-simulators.ts'
import { fileWorld } from '../test/world.ts'
import { playDemoDay } from './demo-day.ts'

const w = await fileWorld()
await simulatorsBeside(w, [1, 2])
const parts = { server: w.server, jobs: w.services.jobs, clock: w.clock.now, log: { info: () => undefined, warn: () => undefined } }

async function counts(): Promise<Record<string, number>> {
  const [till, nord, root] = [await w.signIn('kiosque'), await w.signIn('nord'), await w.signIn('platform', { host: 'platform.localhost' })]
  await root.calls.tenantChoose({ tenant_id: 1 })
  const of = async (answer: Promise<{ filters: { total_count: number } }>) => (await answer).filters.total_count
  return {
    top_ups: await of(till.calls.topUps({})),
    top_ups_refused: await of(till.calls.topUps({ filters: { state: 'failed' } })),
    top_ups_under_way: await of(till.calls.topUps({ filters: { state: 'pending' } })),
    saved_numbers: (await till.calls.savedNumbers({})).content.length,
    recharges: await of(till.calls.rechargesList({})),
    on_demand: await of(till.calls.onDemandSold({})),
    tickets: await of(till.calls.busTickets({})),
    barcodes_unknown: await of(nord.calls.barcodesList({ filters: { state: 'unknown' } })),
    barcodes_taught: await of(nord.calls.barcodesList({ filters: { state: 'taught' } })),
    planned: await of(nord.calls.plannedPrices({})),
    own_prices: await of(nord.calls.assignedList({})),
    limits: await of(nord.calls.creditLogs({})),
    to_approve: await of(nord.calls.creditRequestsList({})),
    automatic: await of(nord.calls.autoCreditLedger({})),
    transfers: await of(nord.calls.bankLinesList({ filters: { state: 'open' } })),
    transfers_aside: await of(nord.calls.bankLinesList({ filters: { state: 'aside' } })),
    registrations: await of(nord.calls.registrationsList({})),
    assigned: await of(nord.calls.staffAssignHistory({})),
    sign_ins: await of(nord.calls.loginRequestsList({})),
    exports: await of(nord.calls.exportsList({})),
    orders: await of(root.calls.liveOrdersList({})),
    statements: await of(root.calls.statementsList({})),
    cases: await of(root.calls.casesList({})),
    rates: await of(root.calls.exchangeRatesList({})),
  }
}
/** The shop asks for the state of its top-ups until the supplier has refused the one that it always refuses, which takes some seconds. */
async function untilRefused(): Promise<void> {
  const { calls } = await w.signIn('kiosque')
  await expect
    .poll(
      async () => {
        for (const { top_up_id } of (await calls.topUps({ filters: { state: 'pending' } })).content)
          await calls.dtOne({ configuration: steps.status, top_up_id })
        return (await calls.topUps({ filters: { state: 'failed' } })).filters.total_count
      },
      { timeout: 20_000 },
    )
    .toBe(1)
}
const emptyIn = (found: Record<string, number>) => Object.entries(found).flatMap(([name, n]) => (n === 0 ? [name] : []))

test('a simulated day fills lists of which nearly all were empty; each part of the day succeeds, and the proof of the books finds nothing', async () => {
  expect(emptyIn(await counts()).length).toBeGreaterThan(18)
  expect(await playDemoDay(parts).done).toEqual([])
  await untilRefused()
  expect(emptyIn(await counts())).toEqual([])
  expect(w.enqueued.map(({ name }) => name)).toContain('prove_books')
  for (const tenant_id of [1, 2]) expect(await proveBooks(w.services, tenant_id, 'full')).toEqual([])
})

// This test's world has no invoice; in the demo world, which has some, the statement also pays one.
test('the bank statement of a simulated day has a top-up that can be booked at once, one to be confirmed, and a transfer of a stranger', async () => {
  const { content } = await (await w.signIn('nord')).calls.bankLinesList({ filters: { state: 'open' } })
  expect(content.map(({ proposal }) => proposal && [proposal.by, proposal.is_certain])).toEqual(
    expect.arrayContaining([['username', true], ['name', false], null]),
  )
})

test('a simulated day that is stopped finishes its present part and begins no other; control: a day that is not stopped sells tickets again', async () => {
  const sold = async () => (await (await w.signIn('kiosque')).calls.busTickets({})).filters.total_count
  const before = await sold()
  const day = playDemoDay(parts)
  await day.stop()
  await day.done
  expect(await sold()).toBe(before)
  await playDemoDay(parts).done
  expect(await sold()).toBeGreaterThan(before)
})
