// Writes a PIN in groups of four, as people read it aloud. PINs are text: letters and leading zeros stay.
export const pinGroups = (pin: string) => pin.match(/.{1,4}/gu)?.join(' ') ?? ''
