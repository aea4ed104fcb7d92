// Direct recharge and goods on demand are one counter with other goods.
export { Counter } from './Recharges.tsx'
