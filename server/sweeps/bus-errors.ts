// Provokes each refusal of bus tickets once, for errors.test.ts.
import type { ErrorCode } from '../../contract/kit/errors.ts'
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet } from '../test/arrange.ts'
import { bought, filled, paid, reserved, withBuses } from '../test/buses.ts'
import type { Person, World } from '../test/world.ts'

export const busErrors = (on: () => { w: World; shop: Person }) =>
  ({
    trip_full: async () => {
      await withBuses(on().w)
      await reserved(on().shop, { nth: 3 })
    },
    seats_over: async () => {
      const { sim } = await withBuses(on().w)
      const { key } = await filled(on().shop)
      sim.control('advance', { ms: 901_000 })
      await paid(on().shop, key)
    },
    voucher_wrong: async () => {
      await withBuses(on().w)
      const { key } = await filled(on().shop)
      await on().shop.calls.flixbus({ step: 'voucher', transaction_key: key, voucher: 'NONE' })
    },
    supplier_silent: async () => {
      const { sim } = await withBuses(on().w)
      sim.fault('hold', 'cut', false)
      await reserved(on().shop)
    },
    supplier_refused: async () => {
      const { sim } = await withBuses(on().w)
      await giveWallet(on().w, on().shop.customer_id, 100_000 * EURO)
      const { key } = await filled(on().shop)
      sim.fault('commit', 'status_429', false)
      await paid(on().shop, key)
    },
    not_cancellable: async () => {
      const { sim } = await withBuses(on().w)
      await giveWallet(on().w, on().shop.customer_id, 100_000 * EURO)
      const { booking_id } = (await bought(on().shop)).booking
      sim.control('advance', { ms: 60 * 86_400_000 })
      await on().shop.calls.busCancel({ booking_id, refund_seen: 0 })
    },
  }) satisfies Partial<Record<ErrorCode, () => Promise<unknown>>>
