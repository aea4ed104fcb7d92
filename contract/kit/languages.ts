// The languages of the interface and of everything that is printed or sent.
/** Interface languages, in the order in which the language switch lists them. */
export const languages = ['fr', 'de', 'en', 'tr', 'nl'] as const
export type Language = (typeof languages)[number]
export const LANGUAGE_DEFAULT: Language = 'fr'
