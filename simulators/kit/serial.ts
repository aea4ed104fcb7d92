// Numbers that a supplier gives its orders: never one twice, also not by a simulator that was started or emptied again, as our books outlive it.
const EPOCH = Date.UTC(2026, 0, 1)
let last = 0

export function serial(): number {
  last = Math.max(last + 1, Math.floor((Date.now() - EPOCH) / 10))
  return last
}
