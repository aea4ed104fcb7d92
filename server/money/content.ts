// Makes the digest of the content that a transaction key is used for.
import { createHash } from 'node:crypto'

/** Returns a 16-byte digest of what a request books. A transaction key that is sent again is accepted only with the same digest. */
export const contentOf = (...parts: readonly (string | number)[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
