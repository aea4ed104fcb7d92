/** Writes an IBAN in groups of four, as it is usually printed. */
export const ibanInGroups = (text: string) => text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
