// The digest of what a transaction key was used for.
import { createHash } from 'node:crypto'

/** 16 bytes: the same key may come again with the same content only. */
export const contentOf = (...parts: readonly (string | number)[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
