// The notice about stock that is held back, for the screens of stock.
export { HeldNotice } from './HeldNotice.tsx'
