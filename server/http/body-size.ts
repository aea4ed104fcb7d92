// How large a body is: told before it comes, or counted on its way where it is sent in chunks that say only their own length.
import type { IncomingHttpHeaders } from 'node:http'
import { type Readable, Transform } from 'node:stream'

/** Undefined: it is sent in chunks. */
export const declaredBytes = (headers: IncomingHttpHeaders): number | undefined =>
  headers['transfer-encoding'] ? undefined : Number(headers['content-length'] ?? 0)

/** The same bytes; `passed` is called once, with the first that exceed `bytes`. What it throws ends the body, and so does a client that hangs up. */
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
  // Not a pipeline, which would cut the line when the body is refused: the refusal is answered over it.
  return body.pipe(counter)
}
