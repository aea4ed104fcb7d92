// One successful use of each changing call about connections to suppliers and the orders at suppliers, for audit-table.ts.
import type { Changing } from '../../contract/index.ts'
import { steps } from '../../contract/till/top-ups.ts'
import { DT_ONE_KEY, startDtOne } from '../../simulators/dt-one.ts'
import { newId } from '../kit/ids.ts'
import { rowsOf } from '../test/arrange.ts'
import { connect } from '../test/connections.ts'
import { liveGoods } from '../test/holds.ts'
import { askedBy, numberOf, productsFor, topUpsOpened } from '../test/top-ups.ts'
import type { Person, World } from '../test/world.ts'
import { as, type Way } from './audit-ways.ts'

const entered = () =>
  ({ company: `Live ${newId().slice(-6)}`, adapter: 'soft_api', provider: 'softapi', base_url: 'http://127.0.0.1:9', account: 'portal' }) as const

const connected = async (me: Person) => (await me.calls.connectionAdd({ ...entered(), secret: 'Zyxw9876' })).connection_id

/** Makes an order about which no server is asking now. */
async function ordered(w: World): Promise<string> {
  const live = await liveGoods(w, await w.signIn('kiosque'))
  const asked = live.asked({ lease: { id: newId(), until: w.clock.now() } })
  const held = await w.services.money.hold(asked)
  if (held.code !== 'held') throw new Error(held.code)
  return asked.key
}

async function contradicted(w: World): Promise<string> {
  const key = await ordered(w)
  await w.services.money.void(1, key, null, 'refused')
  await w.services.money.openCase(1, key, 'late_delivery', 'S-1')
  const [row] = await rowsOf<{ id: string }>(w, 'select id from cases where tenant_id = 1 and key = $1', [key])
  return row?.id ?? ''
}

const DID = '0009402006'
const EMPTY_DAY = `H1;${DID}\r\nH2;2026-01-05;2026-01-05\r\nH3;1;EUR;0.00\r\nEOF;4\r\n`

/** Makes a connection whose statements are files. */
function withFiles(w: World): Promise<string> {
  const agreed = [{ product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10.00'], commission: 500 }]
  const of = { adapter: 'paysafecard', provider: 'softapi', base_url: 'http://127.0.0.1:9', settings: { agreed } } as const
  return connect(w, { ...of, credentials: { distributor: DID, api_key: 'k' } })
}

/** Makes a top-up and has it delivered. */
async function toppedUp(w: World, me: Person): Promise<string> {
  const { sim, pass } = await topUpsOpened(w)
  try {
    const [product] = await productsFor(me)
    const { top_up } = await me.calls.dtOne(await askedBy(me, { configuration_id: product?.configuration_id ?? '' }))
    const top_up_id = top_up?.top_up_id ?? ''
    pass(3_000)
    await me.calls.dtOne({ configuration: steps.status, top_up_id })
    return top_up_id
  } finally {
    await sim.close()
  }
}

export const liveChanging = {
  savedNumberKeep: as('kiosque', async (me) => () => me.calls.savedNumberKeep({ mobile_number: numberOf('100'), name: 'Amina' })),
  savedNumberForget: as('kiosque', async (me) => {
    const { number_id } = await me.calls.savedNumberKeep({ mobile_number: numberOf('110'), name: 'Amina' })
    return () => me.calls.savedNumberForget({ number_id })
  }),
  slipSend: as('kiosque', async (me, w) => {
    const top_up_id = await toppedUp(w, me)
    return () => me.calls.slipSend({ top_up_id, email: 'customer@example.test' })
  }),
  connectionAdd: as('platform', async (me) => () => me.calls.connectionAdd({ ...entered(), secret: 'Zyxw9876' })),
  connectionUpdate: as('platform', async (me) => {
    const connection_id = await connected(me)
    return () => me.calls.connectionUpdate({ connection_id, secret: 'Zyxw9877', status: true })
  }),
  connectionTest: as('platform', async (me) => {
    const connection_id = await connected(me)
    return () => me.calls.connectionTest({ connection_id })
  }),
  liveOrderAsk: as('platform', async (me, w) => {
    const key = await ordered(w)
    return () => me.calls.liveOrderAsk({ key })
  }),
  liveOrderHand: as('platform', async (me, w) => {
    const key = await ordered(w)
    return () => me.calls.liveOrderHand({ key, username: 'platform', note: 'they know the supplier' })
  }),
  liveOrderEnd: as('platform', async (me, w) => {
    const key = await ordered(w)
    return () => me.calls.liveOrderEnd({ key, outcome: 'not_delivered', proof: 'M-1', reason: 'the supplier says so by mail' })
  }),
  statementRead: as('platform', async (me, w) => {
    const connection_id = await withFiles(w)
    return () => me.calls.statementRead({ connection_id, csv_file: new File([EMPTY_DAY], 'day.csv') })
  }),
  statementAsk: as('platform', async (me, w) => {
    const sim = await startDtOne()
    const connection_id = await connect(w, {
      ...{ adapter: 'dt_one', base_url: `http://127.0.0.1:${sim.port}/v1`, settings: { currency: 'EUR' }, credentials: DT_ONE_KEY },
    })
    return () => me.calls.statementAsk({ connection_id, day: '2026-01-05' }).finally(() => sim.close())
  }),
  caseClose: as('platform', async (me, w) => {
    const case_id = await contradicted(w)
    return () => me.calls.caseClose({ case_id, reason: 'booked by hand' })
  }),
} satisfies Partial<Record<Changing<true>, Way>>
