// Telephone numbers at the counter: read as typed, searched among the saved ones, and saved.
export { KeepNumber } from './KeepNumber.tsx'
export { KnownNumbers } from './KnownNumbers.tsx'
export { isFound, type KnownNumber } from './number-search.ts'
export { type ReadNumber, readNumber, saysItsCountry } from './numbers.ts'
export { useSavedNumbers } from './use-saved-numbers.ts'
