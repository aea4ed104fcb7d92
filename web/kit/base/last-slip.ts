// The number of the last slip sold in this browser, as printed, which the offline page shows. Nothing else of the slip is stored.
const PLACE = 'last_slip'

export const keepLastSlip = (number: string) => localStorage.setItem(PLACE, number)
export const lastSlip = (): string => localStorage.getItem(PLACE) ?? ''
