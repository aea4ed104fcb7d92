// Faults between us and a supplier, switched on by the control route: a fault happens before the request was carried out, or afterwards.
import type { ServerResponse } from 'node:http'

const KINDS = ['hang', 'status_500', 'cut', 'garbage', 'status_429', 'half'] as const
/**
 * The kinds of faults. `hang`: no answer, and the connection stays open. `cut`: the connection is closed. `garbage`: a page of HTML instead of the answer.
 * `half`: the connection is closed in the middle of the answer. `status_…`: an answer with that status.
 */
export type FaultKind = (typeof KINDS)[number]

/** `on`: the call's name in the journal, or `*`. `done`: whether the supplier carries out the request before the fault. */
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
    /** Returns the fault planned for this call, if there is one, and counts it as used once more. */
    take(call: string): Fault | undefined {
      const fault = faults.find(({ on, times }) => times > 0 && (on === call || on === '*'))
      if (fault) fault.times -= 1
      return fault
    },
  }
}

/**
 * Answers a request with a fault. `broken`: this supplier's text of a 500; `tooMany`: its text of a 429; `said`: the answer that the supplier would have given
 * without the fault.
 */
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
