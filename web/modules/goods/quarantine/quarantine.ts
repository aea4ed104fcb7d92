// What the stock says of PINs held back.
export { HeldNotice } from './HeldNotice.tsx'
