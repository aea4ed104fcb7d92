// What other modules may use of connections.
export { SupplierBalance } from './SupplierBalance.tsx'
export { isLow, isPoor, weatherLooks } from './supplier-state.ts'
