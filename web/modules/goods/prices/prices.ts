// The parts of this module that other screens use: the explanation of a price, and the choice of a later day for a change.
export { type FromDay, sentDay } from './from-day.ts'
export { DayChoice, PlannedSaved } from './later.ts'
export { WhyPrice } from './WhyPrice.tsx'
