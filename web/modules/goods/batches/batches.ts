// What other lists show of a PIN: its state and its way.
export { PinState } from './PinState.tsx'
export { Trail } from './Trail.tsx'
