// Ids are UUIDv7 made by the application: sorted by time, unique across all nodes.
import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Random numbers are fetched a thousand at a time to save calls, because every request needs an id, and a sale needs two. */
const chance = new Uint32Array(1024)
let used = chance.length

function nextUint32(): number {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  return chance[used++] as number
}

const newest = new V7Generator({ nextUint32 })
export const newId = (): string => newest.generate().toString()

const generator = new V7Generator({ nextUint32 })
/**
 * How far the generator's own time may be ahead of a clock that was set back. With 0, new ids follow the clock at once; ids of one instant still differ in
 * their random part.
 */
const BACK_MS = 0

/** An id that contains this time, the time of the books and not of the machine's clock: for rows that are later found by the time in their id. */
export const newIdAt = (at: Date): string => generator.generateOrResetCore(at.getTime(), BACK_MS).toString()
