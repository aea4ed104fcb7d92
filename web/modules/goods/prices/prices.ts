// What other screens show of prices: the explanation of a price, and a change for a later day.
export { type FromDay, sentDay } from './from-day.ts'
export { DayChoice, PlannedSaved } from './later.ts'
export { WhyPrice } from './WhyPrice.tsx'
