// A least speed for what is sent to us: who has stopped sending, or sends a byte now and then to keep a place, is cut off. A sender who waits for us is not.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Looked at so often; a line that stalls that long is given up. */
const WINDOW_MS = 10_000
/** The slowest lines there are carry several times as much. */
const BYTES_S_LEAST = 1_000

/** What of a body has come. `waits`: some of it lies here unread, so that it is not the sender who is slow. */
export type Seen = { bytes: number; at: number; waits: boolean }

export const isTooSlow = (before: Seen, now: Seen): boolean =>
  !before.waits && !now.waits && ((now.bytes - before.bytes) * 1000) / Math.max(1, now.at - before.at) < BYTES_S_LEAST

export function createPace(cutOff: (request: IncomingMessage) => void, window_ms = WINDOW_MS) {
  const watched = new Map<IncomingMessage, Seen>()
  const timer = setInterval(() => {
    for (const [request, before] of watched) {
      const now = seenOf(request)
      if (request.complete || request.destroyed) watched.delete(request)
      // One that began a moment ago gets its whole window.
      else if (now.at - before.at < window_ms) continue
      else if (isTooSlow(before, now)) {
        watched.delete(request)
        cutOff(request)
      } else watched.set(request, now)
    }
  }, window_ms / 4).unref()
  return {
    /** From now on, until its body is whole or it is gone. */
    watch(request: IncomingMessage): void {
      if (request.complete || !(request.socket instanceof Socket)) return
      watched.set(request, seenOf(request))
      request.once('close', () => watched.delete(request))
    },
    stop: () => clearInterval(timer),
  }
}

const seenOf = (request: IncomingMessage): Seen => ({ bytes: request.socket.bytesRead, at: performance.now(), waits: request.readableLength > 0 })
