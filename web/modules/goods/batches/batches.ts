// What other lists show of a PIN: its state and its history.
export { PinState } from './PinState.tsx'
export { Trail } from './Trail.tsx'
