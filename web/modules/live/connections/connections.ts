// The parts of the module of connections that other modules may use.
export { SupplierBalance } from './SupplierBalance.tsx'
export { isLow, isPoor, weatherLooks } from './supplier-state.ts'
