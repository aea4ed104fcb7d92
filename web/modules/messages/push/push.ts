// The choice whether this device gets push messages; the panel of notices shows it.
export { PushChoice } from './PushChoice.tsx'
