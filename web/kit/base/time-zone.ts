// The product's time zone, in a file of its own, because the login needs the time zone but no other part of the formatting.
export const TIME_ZONE = 'Europe/Berlin'
