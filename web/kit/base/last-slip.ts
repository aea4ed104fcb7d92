// The number of the last slip sold in this browser, as it stands on the paper: the page without a connection shows it. Never more than the number.
const PLACE = 'last_slip'

export const keepLastSlip = (number: string) => localStorage.setItem(PLACE, number)
export const lastSlip = (): string => localStorage.getItem(PLACE) ?? ''
