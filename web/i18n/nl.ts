// Loads the Dutch texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./nl/**/*.json', { import: 'default' })
/** The errors that the login shows (door-errors.ts). */
const atDoor = import.meta.glob<object>('./nl/errors.json', { query: '?door', import: 'default' })
export default { ...areas, './nl/errors.json?door': atDoor['./nl/errors.json'] }
