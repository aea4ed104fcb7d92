// The parts that all screens for selling live goods use: the slip and its sending, how well the supplier answers, and why a sale was refused.
export { SlipSending } from './SlipSending.tsx'
export { SupplierWeather } from './SupplierWeather.tsx'
export { type SlipOf, TopUpPrinter } from './TopUpSlip.tsx'
export { changedPrice, isAskedAgain, Why } from './Why.tsx'
