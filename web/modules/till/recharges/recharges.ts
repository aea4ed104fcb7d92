// The counter of direct recharge, which goods on demand use too, with other goods.
export { Counter } from './Recharges.tsx'
