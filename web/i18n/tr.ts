// Loads the Turkish texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./tr/**/*.json', { import: 'default' })
/** The errors that the login shows (door-errors.ts). */
const atDoor = import.meta.glob<object>('./tr/errors.json', { query: '?door', import: 'default' })
export default { ...areas, './tr/errors.json?door': atDoor['./tr/errors.json'] }
