// A supplier's numbers for its orders: no number is used twice, not even after a simulator was restarted or reset, because our books still contain the
// earlier orders.
const EPOCH = Date.UTC(2026, 0, 1)
let last = 0

export function serial(): number {
  last = Math.max(last + 1, Math.floor((Date.now() - EPOCH) / 10))
  return last
}
