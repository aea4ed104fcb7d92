// The product's time zone. In its own file, because the login needs nothing else of the formatting.
export const TIME_ZONE = 'Europe/Berlin'
