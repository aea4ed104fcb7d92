// The players of the fault matrix, one for every adapter. Each has a simulator, an order, the step at which a fault applies, and access to what the simulator's
// journal has under a reference.
import { EURO } from '../../contract/kit/money.ts'
import { DT_ONE_KEY, startDtOne } from '../../simulators/dt-one.ts'
import type { FaultKind } from '../../simulators/kit/faults.ts'
import type { Simulated } from '../../simulators/kit/shop.ts'
import { paysafecard } from '../../simulators/paysafecard.ts'
import { pjTelesoft } from '../../simulators/pj-telesoft.ts'
import { AUDIENCE, reloadly } from '../../simulators/reloadly.ts'
import { softApi } from '../../simulators/soft-api.ts'
import type { MoneyDoor } from '../money/money.ts'
import type { Adapter } from '../suppliers/adapters.ts'
import type { Suppliers } from '../suppliers/connections.ts'
import type { LiveAsked, LiveSales } from '../suppliers/live-sale.ts'
import type { Order } from '../suppliers/supplier.ts'
import { connect } from './connections.ts'
import type { Taken } from './dt-one.ts'
import { type Fault, lacks } from './fault-table.ts'
import { liveGoods } from './holds.ts'
import type { Person, World } from './world.ts'

/** A server that sells: its live sales, its suppliers and its access to the money. */
export type Seller = LiveSales & { suppliers: Suppliers; money: MoneyDoor }
/** A sale that is ready to be made. `sell` makes it, `again` repeats the till's request with the same key. `told`: what another process needs to make it. */
export type Begun = { key: string; told?: { asked: LiveAsked; order: Order }; sell: (by: Seller) => Promise<unknown>; again?: (by: Seller) => Promise<unknown> }

export type Player = {
  name: string
  /** The player's simulator. Cells of players that share a simulator run one after the other, so that no fault hits another cell's order. */
  there: object
  lacks: Readonly<Partial<Record<Fault, string | undefined>>>
  /** The step at which a fault applies, as our adapters call it. */
  step: 'create' | 'confirm'
  strike: (kind: FaultKind, isDone: boolean) => void
  /** How often the faulty step has reached the supplier. */
  heard: () => number
  /** Prepares a sale. `past`: a connection to the supplier outside our books, by which the supplier can be given the order beforehand. */
  begin: (fault: Fault, past: Suppliers) => Promise<Begun>
  /** Empties our balance at the supplier, or restores it. */
  empty: (isEmpty: boolean) => void
  /** Makes the supplier deliver this order, although it has refused it. */
  turn: (key: string) => void
  /** Makes the simulator send callbacks of this kind, or none. */
  calls: (mode: string) => void
  /** `ms`: the time after which an unconfirmed order has expired. `at`: the step before which that time passes. */
  expires?: { at: 'sending' | 'answered'; ms: number }
  advance: (ms: number) => void
  /** Our reference of every order that was delivered or may still be delivered, once for each piece; reversed orders are left out. */
  delivered: () => readonly string[]
  /** Whether an order may be left to a person: if its supplier cannot be asked for it, or shows the PIN only once and it is too late to reverse the order. */
  isLeftOpen: boolean
}

type Selling = { adapter: Adapter; base_url: string; credentials: object; settings?: object }
type Goods = { person: Person; euro: number; cost: number; order: (fault: Fault) => Order }

const nothing = () => undefined

/** Prepares the sale of a live product over a connection to this supplier; `sell` then makes it as at the till, in the same way for all suppliers. */
async function sold(w: World, { person, euro, cost, order }: Goods, to: Selling) {
  const goods = await liveGoods(w, person, { euro, discount: 100 })
  const supplier_id = await connect(w, to)
  return async (fault: Fault, past: Suppliers, isConfirmed = false): Promise<Begun> => {
    const [asked, ordered]: [LiveAsked, Order] = [goods.purchase({ supplier_id, cost }), order(fault)]
    const { key } = asked
    return {
      ...{ key, told: { asked, order: ordered } },
      async sell(by) {
        if (fault === 'duplicate reference') await already(past, supplier_id, key, ordered, isConfirmed)
        return by.sell(asked, ordered)
      },
    }
  }
}

/** Sends the supplier the order before our books have it, as if a restore had removed it from our books. */
async function already(past: Suppliers, supplier_id: string, key: string, order: Order, isConfirmed: boolean): Promise<void> {
  const opened = await past.open(1, supplier_id)
  if (!opened || opened.kind === 'trips') throw new Error('no such supplier')
  const created = await opened.supplier.create(key, order)
  if (isConfirmed && created.outcome === 'done') await opened.supplier.confirm(key, created.value.supplier_reference)
}

type Shop = { name: string; route: string; money: string; lacks: Player['lacks']; turns?: string; isLeftOpen?: boolean }

/** A player whose supplier is a simulator built on simulators/kit/shop.ts; its deliveries are counted from the simulator's journal. */
const ofShop = (sim: Simulated, { name, route, money, lacks, turns, isLeftOpen = false }: Shop, begin: Player['begin']): Player => ({
  ...{ name, there: sim, lacks, step: 'create', isLeftOpen, begin, calls: nothing, advance: sim.advance },
  strike: (kind, isDone) => sim.fault(route, kind, isDone),
  heard: () => sim.asked(route),
  empty: (isEmpty) => sim.tune({ [money]: isEmpty ? '0' : '5000' }),
  turn: (key) => (turns ? sim.tune({ [turns]: key }) : undefined),
  delivered() {
    const [pieces, waiting] = [new Map<string, number>(), new Set<string>()]
    const count = { created: 0, delivered: 1, refused: 0, cancelled: -1, reversed: -1 }
    for (const { event, reference } of sim.journal()) {
      pieces.set(reference, (pieces.get(reference) ?? 0) + count[event])
      if (event === 'created') waiting.add(reference)
      else waiting.delete(reference)
    }
    return [...waiting, ...[...pieces].flatMap(([reference, n]) => Array<string>(Math.max(n, 0)).fill(reference))]
  },
})

const GONE = ['CANCELLED', 'DECLINED', 'REJECTED', 'REVERSED']

/** The two players of DT One, which share one simulator: faults apply to the step that stores an order, or to the step that confirms it. */
async function dtOne(w: World, person: Person): Promise<{ players: Player[]; close: () => Promise<void> }> {
  const sim = await startDtOne()
  sim.control('callbacks', { mode: 'none' })
  const order = (fault: Fault): Order => {
    const ending = fault === 'late success after refusal' ? '104' : '100'
    return { product_id: '103101', quantity: 1, amount: null, recipient: { mobile_number: `+6595123${ending}` } }
  }
  const to = { adapter: 'dt_one', base_url: `http://127.0.0.1:${sim.port}/v1`, credentials: DT_ONE_KEY, settings: { currency: 'EUR' } } as const
  const begin = await sold(w, { person, euro: 10, cost: 9 * EURO, order }, to)
  const orders = () => (sim.control('journal', {}) as { orders: Taken[] }).orders
  const player = (step: Player['step'], without: Player['lacks']): Player => ({
    ...{ name: `dt_one, as an order is ${step === 'create' ? 'taken down' : 'confirmed'}`, there: sim, lacks: without, step, isLeftOpen: false },
    begin: (fault, past) => begin(fault, past, step === 'confirm'),
    strike: (kind, isDone) => sim.fault(step, kind, isDone),
    heard: () => sim.times(step),
    empty: (isEmpty) => void sim.control('balance', { available: isEmpty ? 0 : 10_000 }),
    turn: (external_id) => void sim.control('turn', { external_id, to: 'COMPLETED' }),
    calls: (mode) => void sim.control('callbacks', { mode }),
    expires: { at: 'answered', ms: 61 * 60_000 },
    advance: (ms) => void sim.control('advance', { ms }),
    delivered: () => orders().flatMap(({ is, external_id }) => (GONE.includes(is) ? [] : [external_id])),
  })
  return { players: [player('create', lacks.two_steps_taken_down), player('confirm', lacks.two_steps_confirmed)], close: sim.close }
}

/** Returns all players except that of the bus trips. Several users make their sales, so that each user stays below the limit of sales in a minute. */
export async function shopPlayers(w: World, people: readonly [Person, Person, Person]): Promise<{ players: Player[]; close: () => Promise<unknown> }> {
  const [one, two, three] = people
  const [soft, pj, cards, abroad] = await Promise.all([softApi(), pjTelesoft(), paysafecard(), reloadly()])
  const sign = { username: 'portal', password: 'sandbox' }
  const late = (fault: Fault) => (fault === 'late success after refusal' ? '104' : '567')
  const item = (product_id: string, recipient: Order['recipient'] = {}): Order => ({ product_id, quantity: 1, amount: null, recipient })
  const card: Order = { ...item('00028:10'), seller: { shop: 's-1', terminal: 't-1' } }
  const agreed = [{ product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10'], commission: 575 }]
  const to = (adapter: Adapter, { url: base_url }: Simulated, credentials: object, settings: object = {}): Selling => ({
    ...{ adapter, base_url, credentials, settings },
  })
  const softly = (person: Person, order: Goods['order']) =>
    sold(w, { person, euro: 5, cost: 4.675 * EURO, order }, to('soft_api', soft, sign, { country: 'DE' }))
  const pins = await softly(two, () => item('pin:p101-5'))
  const recharges = await softly(two, (fault) => item('recharge:p101-5', { number: `+49151234${late(fault)}` }))
  const pjBy = (product_id: string, generation: 1 | 2) =>
    sold(w, { person: three, euro: 10, cost: 9.65 * EURO, order: () => item(product_id) }, to('pj_telesoft', pj, sign, { generation }))
  const [first, second] = [await pjBy('1079', 1), await pjBy('11', 2)]
  const credentials = { distributor: '0009402006', api_key: 'psc_sandbox_key' }
  const psc = await sold(w, { person: three, euro: 10, cost: 9.425 * EURO, order: () => card }, to('paysafecard', cards, credentials, { agreed }))
  const settings = { currency: 'EUR', country: 'DE', audience: AUDIENCE, sign_in_url: abroad.url }
  const ecuador = (fault: Fault) => item('top:341:3', { number: `+593991234${late(fault)}` })
  const top = await sold(
    w,
    { person: one, euro: 3, cost: 2.715 * EURO, order: ecuador },
    to('reloadly', abroad, { client_id: 'portal', client_secret: 'sandbox' }, settings),
  )
  const dt = await dtOne(w, one)
  const order = { route: 'POST /v1/orders', money: 'balance' }
  return {
    players: [
      ...dt.players,
      ofShop(abroad, { name: 'reloadly', route: 'POST /topups', money: 'balance', lacks: lacks.ends_later, turns: 'succeed' }, top),
      ofShop(soft, { name: 'soft_api, a PIN', ...order, lacks: lacks.at_once, isLeftOpen: true }, pins),
      ofShop(soft, { name: 'soft_api, a recharge', ...order, lacks: lacks.ends_later, turns: 'succeed' }, recharges),
      ofShop(pj, { name: 'pj_telesoft, generation 1', route: 'POST /json/getpin', money: 'balance', lacks: lacks.at_once }, first),
      ofShop(pj, { name: 'pj_telesoft, generation 2', route: 'POST /api/purchase/', money: 'balance', lacks: lacks.at_once }, second),
      ofShop(cards, { name: 'paysafecard', route: 'POST /v1/orders/', money: 'credit', lacks: lacks.at_once, isLeftOpen: true }, psc),
    ],
    close: () => Promise.all([dt.close(), soft.close(), pj.close(), cards.close(), abroad.close()]),
  }
}
