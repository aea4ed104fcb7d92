// Where the product counts its days. Apart from all that is written by it: the door needs only this.
export const TIME_ZONE = 'Europe/Berlin'
