// The functions through which other modules change customers.

/** Suspends a customer or lets it work again, in the caller's transaction. */
export { setActive, setStopped } from './customer-changes.sql.ts'
/** Adds one customer with its manager, wallet and credit limit. */
export { addCustomer, type CustomerInput } from './new-customer.ts'
