// Makes the digest of the content that a transaction key is used for.
import { createHash } from 'node:crypto'

/** Returns a digest of 16 bytes. A repeated key is accepted only with the same content. */
export const contentOf = (...parts: readonly (string | number)[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
