// What the counters of live goods share: the slip and its sending, the supplier's weather, why a sale was refused.
export { SlipSending } from './SlipSending.tsx'
export { SupplierWeather } from './SupplierWeather.tsx'
export { type SlipOf, TopUpPrinter } from './TopUpSlip.tsx'
export { changedPrice, isAskedAgain, Why } from './Why.tsx'
