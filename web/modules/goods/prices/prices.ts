// What other screens show of prices: why one is what it is, and a change for a later day.
export { type FromDay, sentDay } from './from-day.ts'
export { DayChoice, PlannedSaved } from './later.ts'
export { WhyPrice } from './WhyPrice.tsx'
