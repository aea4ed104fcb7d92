// The size of a body: declared in a header, or counted while it arrives if the body comes in chunks, each of which declares only its own length.
import type { IncomingHttpHeaders } from 'node:http'
import { type Readable, Transform } from 'node:stream'

/** The size of the body by its headers, in bytes; undefined if the body comes in chunks. */
export const declaredBytes = (headers: IncomingHttpHeaders): number | undefined =>
  headers['transfer-encoding'] ? undefined : Number(headers['content-length'] ?? 0)

/**
 * Returns a stream of the same bytes. It calls `passed` once, at the first bytes beyond the limit of `bytes`, and ends with an error if `passed`
 * throws, or if the client hangs up.
 */
export function counted(body: Readable, bytes: number, passed: () => void): Readable {
  let left = bytes
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      const before = left
      left -= chunk.length
      try {
        if (before >= 0 && left < 0) passed()
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  const over = (error = new Error('the client hung up')) => void (counter.writableEnded || counter.destroy(error))
  body.once('error', over).once('close', () => over())
  // `pipeline` is not used, because it would close the connection when the body is refused, and the refusal is still to be answered over that connection.
  return body.pipe(counter)
}
