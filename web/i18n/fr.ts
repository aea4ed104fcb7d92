// Loads the French texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./fr/**/*.json', { import: 'default' })
/** The errors that the login shows (door-errors.ts). */
const atDoor = import.meta.glob<object>('./fr/errors.json', { query: '?door', import: 'default' })
export default { ...areas, './fr/errors.json?door': atDoor['./fr/errors.json'] }
