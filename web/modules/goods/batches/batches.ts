// The parts of this module that other lists use: a PIN's state and its history.
export { PinState } from './PinState.tsx'
export { Trail } from './Trail.tsx'
