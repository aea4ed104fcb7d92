// The choice of messages to this device, which the notices show.
export { PushChoice } from './PushChoice.tsx'
