// What other modules may ask about wallets.

/** The actor's own wallet with its parent; none for the platform. */
export { ownWallet } from './credit.sql.ts'
