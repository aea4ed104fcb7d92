// The digest of what a transaction key was used for.
import { createHash } from 'node:crypto'

/** 16 bytes. A key that comes again is accepted only with the same content. */
export const contentOf = (...parts: readonly (string | number)[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
