// The amounts that a till and a shop may sell in five windows of time. A window begins with its first sale and not at midnight; the first sale after its end
// begins a new window.
import { parseMoney } from '../../contract/kit/money.ts'
import type { PinOrder } from './file.ts'

const HOUR = 3_600_000
/** The time windows, in the order of the numbers that the supplier gives them. */
const WINDOWS: readonly [name: string, ms: number][] = [
  ['24h', 24 * HOUR],
  ['5min', 5 * 60_000],
  ['2h', 2 * HOUR],
  ['6h', 6 * HOUR],
  ['12h', 12 * HOUR],
]
type Window = { began: number; sum: number }

export function rolling(now: () => Date) {
  /** The limits in euros; a window that is missing has no limit. */
  let limits: Readonly<Record<string, number>> = { '12h': 2_400 }
  const windows = new Map<string, Window>()
  const current = (whose: string, name: string, ms: number): Window => {
    const window = windows.get(`${whose} ${name}`)
    return window && now().getTime() - window.began < ms ? window : { began: now().getTime(), sum: 0 }
  }
  const whose = ({ terminal_id, shop_id }: PinOrder) => [`terminal ${terminal_id}`, `shop ${shop_id}`] as const
  return {
    set: (to: Readonly<Record<string, number>>) => {
      limits = to
    },
    /** The supplier's name for the first limit that an order exceeds; null if it exceeds none. */
    beyond: (order: PinOrder): string | null => {
      for (const who of whose(order))
        for (const [n, [name, ms]] of WINDOWS.entries()) {
          const [kind] = who.split(' ')
          const limit = limits[kind === 'shop' ? `shop_${name}` : name]
          if (limit !== undefined && current(who, name, ms).sum + order.value > (parseMoney(String(limit)) ?? 0)) return `${kind}_limit_${n + 1}_exceeded`
        }
      return null
    },
    took: (order: PinOrder) => {
      for (const who of whose(order))
        for (const [name, ms] of WINDOWS) {
          const window = current(who, name, ms)
          windows.set(`${who} ${name}`, { began: window.began, sum: window.sum + order.value })
        }
    },
  }
}
