// What other modules may read of wallets and do with them.

/** Books, or requests the booking when a second person must decide. */
export { book } from './booking.ts'
/** The actor's own wallet with its parent; none for the platform. */
export { type OwnWallet, ownWallet } from './credit.sql.ts'
export { creditRunJobs } from './runs.ts'
/** Predicts when a wallet's money runs out. */
export { runwayOf } from './runway.ts'
export { creditJobs } from './watch.ts'
