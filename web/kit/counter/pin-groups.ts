// A PIN as people read it aloud: groups of four. PINs are text: letters and leading zeros stay.
export const pinGroups = (pin: string) => pin.match(/.{1,4}/gu)?.join(' ') ?? ''
