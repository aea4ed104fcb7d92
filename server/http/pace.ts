// Minimum speed for request bodies: a sender that stalls, or sends single bytes to keep a place, is cut off. A sender that waits for us is not.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** How long a sender may stall. */
const WINDOW_MS = 10_000
/** Even the slowest lines in use carry several times as much. */
const BYTES_S_LEAST = 1_000

/** How much of a body has come. `waits`: some of it is still unread here, so the sender is not the slow side. */
export type Seen = { bytes: number; at: number; waits: boolean }

export const isTooSlow = (before: Seen, now: Seen): boolean =>
  !before.waits && !now.waits && ((now.bytes - before.bytes) * 1000) / Math.max(1, now.at - before.at) < BYTES_S_LEAST

export function createPace(cutOff: (request: IncomingMessage) => void, window_ms = WINDOW_MS) {
  const watched = new Map<IncomingMessage, Seen>()
  const timer = setInterval(() => {
    for (const [request, before] of watched) {
      const now = seenOf(request)
      if (request.complete || request.destroyed) watched.delete(request)
      // A request that has just begun gets its whole window.
      else if (now.at - before.at < window_ms) continue
      else if (isTooSlow(before, now)) {
        watched.delete(request)
        cutOff(request)
      } else watched.set(request, now)
    }
  }, window_ms / 4).unref()
  return {
    /** Watches a request until its body is complete or the connection is gone. */
    watch(request: IncomingMessage): void {
      if (request.complete || !(request.socket instanceof Socket)) return
      watched.set(request, seenOf(request))
      request.once('close', () => watched.delete(request))
    },
    stop: () => clearInterval(timer),
  }
}

const seenOf = (request: IncomingMessage): Seen => ({ bytes: request.socket.bytesRead, at: performance.now(), waits: request.readableLength > 0 })
