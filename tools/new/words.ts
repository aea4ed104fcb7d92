// A name in its several spellings: `till-notes` is tillNotes in code, TillNotes as a type, till_notes in the database and "till notes" in a sentence.
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const parts = (name: string) => name.split(/[-_]/)

export const pascal = (name: string): string => parts(name).map(capital).join('')
export const camel = (name: string): string => pascal(name).slice(0, 1).toLowerCase() + pascal(name).slice(1)
export const snake = (name: string): string => parts(name).join('_')
export const spoken = (name: string): string => parts(name).join(' ')
export const sentence = (name: string): string => capital(spoken(name))
/** Converts camelCase to kebab-case. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const plural = (word: string) => (/s$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`)
/** The contract's name for the codes of a field, such as holidayKinds. */
export const codeNames = (row: string, field: string): string => camel(row) + plural(pascal(field))

/** Writes a property of an object literal in its shortest form: `name` instead of `name: name`. */
export const pair = (name: string, value: string): string => (name === value ? name : `${name}: ${value}`)
