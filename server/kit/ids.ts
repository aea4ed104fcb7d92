// Ids are UUIDv7 made by the application: sorted by time, the same on every node.
import { V7Generator } from 'uuidv7'

export { uuidv7 as newId } from 'uuidv7'

const generator = new V7Generator()
/** A clock that was set back begins again at once: ids of one instant are told apart by chance. */
const BACK_MS = 0

/** Of what is found again by its time: the time of the books, not of the machine. */
export const newIdAt = (at: Date): string => generator.generateOrResetCore(at.getTime(), BACK_MS).toString()
