// The screen that sells direct recharges, which the screen for goods made on demand uses too, with its own goods.
export { Counter } from './Recharges.tsx'
