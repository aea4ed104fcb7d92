// Runs the fault matrix in one world. A server that may die in the middle sells the order of each cell (one adapter, fault and point of death), two other
// servers continue its work, and in the end our books are compared with what truly happened at the supplier.

import { createSuppliers, type Suppliers } from '../suppliers/connections.ts'
import { createLiveSales, type LiveDeps } from '../suppliers/live-sale.ts'
import { rowsOf } from './arrange.ts'
import type { Begun, Player, Seller } from './fault-players.ts'
import { type Death, deathsOf, FAULTS, type Fault, WIRE } from './fault-table.ts'
import type { World } from './world.ts'

export type Cell = { player: Player; fault: Fault; death: Death; key: string; by: Seller; isDead: () => boolean; dead: Promise<void>; again?: Begun['again'] }

/** After this time other servers may take up a dead server's orders. */
const LEASE_MS = 101_000
const MINUTE = 60_000
/**
 * The pauses between rounds: a short pause, and pauses until leases have expired, until an unknown reference certainly never arrived, and until orders are due
 * about which the supplier is asked only once an hour or a day.
 */
const SEVERAL_MS = [11 * MINUTE, 61 * MINUTE, 61 * MINUTE, 25 * 60 * MINUTE, 25 * 60 * MINUTE, 25 * 60 * MINUTE]
const PAUSES_MS = [3_000, LEASE_MS, LEASE_MS, ...SEVERAL_MS.flatMap((ms) => [ms, LEASE_MS, LEASE_MS])]
const HASTE = { whole_ms: 400, silence_ms: 350, again_after_ms: 1, failures: 10_000 }
const CALLS: Partial<Record<Fault, string>> = {
  ...{ 'callback twice': 'twice', 'callback before the answer': 'early', 'callback with other amount': 'other_amount' },
}
const STEPS: Partial<Record<Death, string>> = { 'before it sends': 'held', 'when it wrote down that it sends': 'sending', 'after it posted': 'posted' }

/** A fault that a control plants in a supplier, and that the matrix has to notice. */
export type Spoil = (supplier: Opened) => Opened
type Opened = NonNullable<Awaited<ReturnType<Suppliers['open']>>>

type FaultWorld = { w: World; callbackOrigin: string; spoil?: Spoil }

export function createMatrix({ w, callbackOrigin, spoil = (opened) => opened }: FaultWorld) {
  const { db, money, keys, clock, log } = w.services
  const made: Suppliers[] = []
  function suppliersNow(): Suppliers {
    const suppliers = createSuppliers({ db, keys, clock, log, permitted: { origins: [], loopback: true }, limits: HASTE, callbackOrigin })
    made.push(suppliers)
    const open: Suppliers['open'] = async (...of) => {
      const opened = await suppliers.open(...of)
      return opened && spoil(opened)
    }
    return { ...suppliers, open }
  }
  const seller = (suppliers: Suppliers, more: Partial<LiveDeps> = {}): Seller => {
    const deps = { money, keys, clock, log, suppliers, asksAgain: false, ...more }
    return { ...createLiveSales(deps), suppliers, money: deps.money }
  }

  /** Makes a server that stops for ever at the point `death`. */
  function mortal(player: Player, fault: Fault, death: Death, suppliers: Suppliers) {
    let isDead = false
    let tell: () => void = () => undefined
    const dead = new Promise<void>((resolve) => (tell = resolve))
    const die = (): Promise<never> => {
      isDead = true
      tell()
      return new Promise<never>(() => undefined)
    }
    const between = async (at: string) => {
      if (STEPS[death] === at) await die()
      if (fault === 'expired confirmation' && player.expires?.at === at) player.advance(player.expires.ms)
    }
    /** Makes a request during which the server dies: while the request is on its way, or after the answer has arrived. */
    const fatal = async <T>(asking: () => Promise<T>): Promise<T> => {
      const before = player.heard()
      const answer = asking()
      if (death === 'after the answer') await answer
      else for (let ms = 0; player.heard() === before && ms < HASTE.whole_ms; ms += 2) await new Promise((go) => setTimeout(go, 2))
      return die()
    }
    const open: Suppliers['open'] = async (...of) => {
      const opened = await suppliers.open(...of)
      if (!opened || (death !== 'after it sent' && death !== 'after the answer')) return opened
      if (opened.kind === 'trips') {
        const { buy } = opened.trips
        return { ...opened, trips: { ...opened.trips, buy: (...asked: Parameters<typeof buy>) => fatal(() => buy(...asked)) } }
      }
      const { supplier } = opened
      const { create, confirm } = supplier
      const struck = player.step === 'create' ? { create: (...asked: Parameters<typeof create>) => fatal(() => create(...asked)) } : undefined
      const mine = struck ?? { confirm: (...asked: Parameters<typeof confirm>) => fatal(() => confirm(...asked)) }
      return { ...opened, supplier: { ...supplier, ...mine } } as Opened
    }
    const doors = death === 'before it posts' ? { ...money, post: die, void: die } : money
    return { by: seller({ ...suppliers, open }, { between, money: doors }), dead, isDead: () => isDead }
  }

  async function sold(player: Player, fault: Fault, death: Death, suppliers: Suppliers): Promise<Cell> {
    const server = mortal(player, fault, death, suppliers)
    const { key, sell, again } = await player.begin(fault, suppliers)
    const struck = WIRE[fault]
    if (struck) player.strike(...struck)
    if (fault === 'balance empty') player.empty(true)
    player.calls(CALLS[fault] ?? 'none')
    await Promise.race([sell(server.by), server.dead])
    if (fault === 'balance empty') player.empty(false)
    if (fault in CALLS) player.advance(3_000)
    return { player, fault, death, key, ...server, ...(again ? { again } : {}) }
  }

  /** Makes the sales of all cells whose players share a simulator, one after the other. */
  async function lane(players: readonly Player[], faults: readonly Fault[]): Promise<Cell[]> {
    const [suppliers, cells] = [suppliersNow(), [] as Cell[]]
    for (const player of players)
      for (const fault of faults) for (const death of player.lacks[fault] ? [] : deathsOf(fault)) cells.push(await sold(player, fault, death, suppliers))
    for (const player of players) player.calls('none')
    return cells
  }

  const openOf = async (cells: readonly Cell[]): Promise<Set<string>> =>
    new Set(
      (
        await rowsOf<{ key: string }>(
          w,
          `select h.key from holds h join live_orders o on o.tenant_id = 1 and o.key = h.key
            where h.tenant_id = 1 and h.state = 'open' and o.next_at is not null and h.key = any ($1)`,
          [cells.map(({ key }) => key)],
        )
      ).map(({ key }) => key),
    )

  /**
   * Lets time pass until no server asks about an order any more. Meanwhile dying servers send their request and die, and two other servers ask about the orders
   * that are due.
   */
  async function takenUp(cells: readonly Cell[], pair: readonly Seller[]): Promise<void> {
    const advances = new Map(cells.map(({ player }) => [player.there, player.advance]))
    for (const ms of PAUSES_MS) {
      w.clock.advance(ms)
      for (const advance of advances.values()) advance(ms)
      const open = await openOf(cells)
      const dying = cells.filter(({ key, death, isDead }) => open.has(key) && !isDead() && (death === 'before it posts' || death === 'after it posted'))
      for (const { by, key, dead } of dying) await Promise.race([by.ask(1, key), dead])
      for (let taken = [1]; taken.some((n) => n > 0); ) {
        taken = await Promise.all(pair.map((each) => each.takeUp(1)))
        await Promise.all(pair.map((each) => each.idle()))
      }
      if ((await openOf(cells)).size === 0) return
    }
  }

  return {
    async play(players: readonly Player[], faults: readonly Fault[] = FAULTS): Promise<Cell[]> {
      const there = new Set(players.map((player) => player.there))
      const cells = (
        await Promise.all(
          [...there].map((one) =>
            lane(
              players.filter((player) => player.there === one),
              faults,
            ),
          ),
        )
      ).flat()
      await this.finish(cells)
      return cells
    },

    /** Continues until no server asks about an order any more; then makes refused orders succeed after all, and lets tills repeat requests with their keys. */
    async finish(cells: readonly Cell[]): Promise<void> {
      const pair = [seller(suppliersNow()), seller(suppliersNow())] as const
      await takenUp(cells, pair)
      for (const { fault, player, key } of cells) {
        if (fault !== 'late success after refusal') continue
        player.turn(key)
        await pair[0].ask(1, key)
      }
      for (const { again } of cells) await again?.(pair[1])
    },

    /** Makes the cell for a sale that another process makes and during which that process dies. */
    cellOf: (player: Player, key: string): Cell => ({ player, key, fault: 'nothing', death: 'never', ...mortal(player, 'nothing', 'never', suppliersNow()) }),
    close: () => Promise.all(made.map((suppliers) => suppliers.close())),
  }
}
