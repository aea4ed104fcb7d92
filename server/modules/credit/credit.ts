// What other modules may ask of wallets, and do with them.

/** A booking, or the asking for one where a second person decides. */
export { book } from './booking.ts'
/** The actor's own wallet with its parent; none for the platform. */
export { type OwnWallet, ownWallet } from './credit.sql.ts'
export { creditRunJobs } from './runs.ts'
/** When a wallet's money is gone at its usual pace. */
export { runwayOf } from './runway.ts'
export { creditJobs } from './watch.ts'
