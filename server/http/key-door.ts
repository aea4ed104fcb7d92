// Admission of API keys: the addresses they may come from, and how often.
import { BlockList, isIPv6 } from 'node:net'
import type { KeyBounds } from '../kit/actor.ts'
import { Refusal } from '../kit/errors.ts'
import type { Clock } from '../postgres/clock.ts'

const MINUTE_MS = 60_000

export type KeyDoor = ReturnType<typeof createKeyDoor>

/** Counts calls on this server only: with two servers a key may call twice as often. */
export function createKeyDoor(clock: Clock) {
  const counts = new Map<string, { minute: number; n: number }>()
  return {
    admit(session_id: string, { addresses, calls_per_minute }: KeyBounds, address: string): void {
      if (addresses.length > 0 && !isAmong(addresses, address)) throw new Refusal('key_address', { detail: { address } })
      const minute = Math.floor(clock().getTime() / MINUTE_MS)
      const count = counts.get(session_id)
      const n = count?.minute === minute ? count.n + 1 : 1
      counts.set(session_id, { minute, n })
      if (n > calls_per_minute) throw new Refusal('too_many_requests', { detail: { most: calls_per_minute } })
    },
  }
}

/** `addresses`: addresses and networks, validated when they were entered. */
function isAmong(addresses: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const one of addresses) {
    const [net = '', bits] = one.split('/')
    const family = familyOf(net)
    if (bits === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(bits), family)
  }
  return list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
