// Minimum speed for request bodies: a sender that stalls, or sends single bytes to keep its place for requests, is cut off. A sender that is slow only because
// it waits for this server is not cut off.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** How long a sender may stall, in milliseconds. */
const WINDOW_MS = 10_000

/** `bytes_s`: the slowest speed allowed; `windows`: the number of time windows within which the body has to be complete. */
export type Pace = { bytes_s: number; windows: number }
/**
 * The least speeds, several times below those of the slowest lines in use. `public`: forms of anonymous senders, which are small; `form`: other forms;
 * `delivery`: suppliers' files; `file`: all other files.
 */
export const PACES = {
  public: { bytes_s: 1_000, windows: 1 },
  form: { bytes_s: 1_000, windows: 30 },
  file: { bytes_s: 4_000, windows: 150 },
  delivery: { bytes_s: 16_000, windows: Number.POSITIVE_INFINITY },
} satisfies Record<string, Pace>

/** How much of a body has arrived. `waits`: whether a part of it is still unread on this server, so that the sender is not the slow side. */
export type Seen = { bytes: number; at: number; waits: boolean }

export const isTooSlow = (before: Seen, now: Seen, { bytes_s }: Pace): boolean =>
  !before.waits && !now.waits && ((now.bytes - before.bytes) * 1000) / Math.max(1, now.at - before.at) < bytes_s

export function createPace(cutOff: (request: IncomingMessage) => void, window_ms = WINDOW_MS) {
  const watched = new Map<IncomingMessage, { begun: number; before: Seen; pace: Pace }>()
  const timer = setInterval(() => {
    for (const [request, { begun, before, pace }] of watched) {
      const now = seenOf(request)
      if (request.complete || request.destroyed) watched.delete(request)
      // The speed of a request that began less than a window ago is not checked yet.
      else if (now.at - before.at < window_ms) continue
      else if (isTooSlow(before, now, pace) || now.at - begun >= pace.windows * window_ms) {
        watched.delete(request)
        cutOff(request)
      } else watched.set(request, { begun, before: now, pace })
    }
  }, window_ms / 4).unref()
  return {
    /** Watches a request until its body is complete or the connection is gone. */
    watch(request: IncomingMessage, pace: Pace): void {
      if (request.complete || !(request.socket instanceof Socket)) return
      const before = seenOf(request)
      watched.set(request, { begun: before.at, before, pace })
      request.once('close', () => watched.delete(request))
    },
    stop: () => clearInterval(timer),
  }
}

const seenOf = (request: IncomingMessage): Seen => ({ bytes: request.socket.bytesRead, at: performance.now(), waits: request.readableLength > 0 })
