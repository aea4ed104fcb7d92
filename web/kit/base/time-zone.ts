// The product's time zone. It has a file of its own, because the login needs nothing else of the formatting.
export const TIME_ZONE = 'Europe/Berlin'
