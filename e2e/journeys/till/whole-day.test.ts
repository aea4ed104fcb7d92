// A kiosk's whole day at one till, with two cashiers: forty sales by keys, scanner and touch, and everything that happens between them. The test
// adds up what the customers pay; the two Z-reports of the day must have the same sum.
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import {
  atTill,
  busTicket,
  CODES,
  copyAndClaim,
  endShift,
  nth,
  offlineMinute,
  opened,
  sellByKeys,
  sellByScan,
  sellByTouch,
  slowTopUp,
  takeOver,
} from '../../kit/kiosk-day.ts'
import type { Shop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'
import { serveTopUps } from '../../kit/top-ups.ts'

/** The Z-reports of the shop, each with what its cashier sold, got back, and left open. */
async function zReports({ username }: Shop) {
  const { zReportsList, zReportDetails } = await callsAs(username)
  const { content } = await zReportsList({})
  return Promise.all(content.map(async ({ document_id }) => (await zReportDetails({ document_id })).report))
}

test('a kiosk sells forty cards, a bus ticket and a top-up on a day with mistakes, a copy, a claim and a lost connection, and each cashier’s Z-report has what that cashier sold', {
  timeout: 600_000,
}, async ({ newPage, onTestFinished }) => {
  const simulated = await serveTopUps()
  onTestFinished(simulated.close)
  const day = await opened(newPage)
  const { page, scanned, shop, cashier } = day
  expect(Math.min(day.cards.length, scanned.length)).toBeGreaterThan(2)

  // In the morning the manager sells.
  for (let n = 0; n < 14; n++) await sellByKeys(day, n)
  await copyAndClaim(day)
  await offlineMinute(day)
  await sellByScan(day, [nth(scanned, 0), nth(scanned, 1), nth(scanned, 2)])
  const ticket = await busTicket(day)
  await slowTopUp(day)
  await shoot(page, 'whole day top-up')
  const morning = { sold: day.sold, paid: day.paid }

  // At noon the cashier sells, and then hands the till over, so her shift ends with a Z-report of her own.
  await atTill(page)
  await takeOver(page, shop.full_name, cashier.full_name, day.first_code, CODES.cashier)
  await atTill(page)
  for (let n = 0; n < 12; n++) await sellByScan(day, [nth(scanned, n)])
  await shoot(page, 'whole day noon')
  const noon = { sold: day.sold - morning.sold, paid: day.paid - morning.paid }
  expect(await endShift(day)).toContain(t('shifts.paper.z', { number: '1' }))

  // In the afternoon the manager sells by touch. The simulator's clock is moved on, so that the top-up of the morning is completed.
  simulated.advance(300_000)
  await atTill(page)
  await takeOver(page, cashier.full_name, shop.full_name, CODES.manager)
  await atTill(page)
  for (let n = 0; n < 10; n++) await sellByTouch(day, n)
  const { topUps } = await callsAs(shop.username)
  await expect.poll(async () => (await topUps({})).content[0]?.state, { timeout: 60_000 }).toBe('successful')
  await shoot(page, 'whole day evening')
  expect(await endShift(day)).toContain(t('shifts.paper.z', { number: '2' }))

  expect(day.sold).toBe(40)
  const [evening, handedOver] = await zReports(shop)
  expect(handedOver).toMatchObject({ username: cashier.username, sales: noon.sold, quantity: noon.sold, face_total: noon.paid, open: [], showings: [] })
  const topUp = (await topUps({})).content[0]?.value ?? 0
  expect(evening).toMatchObject({
    username: shop.username,
    quantity: day.sold - noon.sold + 2,
    face_total: day.paid - noon.paid + (ticket?.price ?? 0) + topUp,
    refunds: { quantity: 1, face_total: ticket?.refunded },
    open: [{ kind: 'reclamation' }],
  })
  expect(evening?.showings.map(({ kind }) => kind)).toEqual(['reprint', 'repeated'])
  // The shop began the day with a balance of zero, so the balance is now what was refunded, less what both shifts bought.
  const bought = (evening?.bought_total ?? 0) + (handedOver?.bought_total ?? 0)
  expect((await callsOn(page).balance({})).balance).toBe((evening?.refunds.bought_total ?? 0) - bought)
})
