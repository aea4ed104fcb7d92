// Ids are UUIDv7 made by the application: sorted by time, the same on every node.
import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Chance is fetched for a thousand numbers at once: every request has an id, a sale two. */
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
/** A clock that was set back begins again at once: ids of one instant are told apart by chance. */
const BACK_MS = 0

/** Of what is found again by its time: the time of the books, not of the machine. */
export const newIdAt = (at: Date): string => generator.generateOrResetCore(at.getTime(), BACK_MS).toString()
