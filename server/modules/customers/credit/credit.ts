// The functions through which other modules read wallets and book on them.

/** Books credit, or makes a request if a second person has to approve. */
export { book } from './booking.ts'
/** The wallet that the actor's own organisation has with its parent; the platform has no wallet. */
export { type OwnWallet, ownWallet, walletAnswer } from './credit.sql.ts'
export { reminderJobs } from './reminders.ts'
/** The amount above which a booking by an organisation needs a second person. */
export { ruleOf } from './requests.sql.ts'
/** Checks, for work in the background, whether the user who requested the work may still act. */
export { type AskedBy, stillMay } from './runs.sql.ts'
export { creditRunJobs } from './runs.ts'
/** Predicts when a wallet's money runs out. */
export { runwayOf } from './runway.ts'
export { creditJobs } from './watch.ts'
