// Telephone numbers at the counter: reading typed numbers, searching saved numbers, and saving them.
export { KeepNumber } from './KeepNumber.tsx'
export { KnownNumbers } from './KnownNumbers.tsx'
export { isFound, type KnownNumber } from './number-search.ts'
export { type ReadNumber, readNumber, saysItsCountry } from './numbers.ts'
export { useSavedNumbers } from './use-saved-numbers.ts'
