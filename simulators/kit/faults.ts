// What may go wrong between us and a supplier, once the control route switches it on: before anything was done over there, or after.
import type { ServerResponse } from 'node:http'

const KINDS = ['hang', 'status_500', 'cut', 'garbage', 'status_429', 'half'] as const
/** `hang`: no word, and the line stays open. `cut`: the line is closed. `half`: closed in the middle of the answer. */
export type FaultKind = (typeof KINDS)[number]

/** `on`: the call as the journal names it, or `*`. `done`: whether the supplier does what it was asked before it goes wrong. */
export type Fault = { on: string; kind: FaultKind; done: boolean; times: number }

export const isFault = (value: unknown): value is Fault => {
  const { on, kind, done, times } = (value ?? {}) as Partial<Fault>
  return typeof on === 'string' && KINDS.some((each) => each === kind) && typeof done === 'boolean' && Number.isInteger(times)
}

export function createFaults() {
  const faults: Fault[] = []
  return {
    add: (fault: Fault) => void faults.push({ ...fault }),
    clear: () => void faults.splice(0),
    /** The fault of this call, which is used up by it. */
    take(call: string): Fault | undefined {
      const fault = faults.find(({ on, times }) => times > 0 && (on === call || on === '*'))
      if (fault) fault.times -= 1
      return fault
    },
  }
}

/** `tooMany`: how this supplier says 429. `said`: what it would have answered. */
export function goWrong(kind: FaultKind, response: ServerResponse, broken: string, tooMany: string, said: string): void {
  const json = { 'content-type': 'application/json' }
  if (kind === 'cut') response.socket?.destroy()
  if (kind === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Bad gateway</body></html>')
  if (kind === 'status_500') response.writeHead(500, json).end(broken)
  if (kind === 'status_429') response.writeHead(429, json).end(tooMany)
  if (kind === 'half') {
    response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(said) + 10 })
    response.write(said.slice(0, said.length >> 1), () => response.socket?.destroy())
  }
}
