// What other counters show of a finished sale.
export { SoldPanel } from './SoldPanel.tsx'
