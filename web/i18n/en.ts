// Loads the English texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./en/**/*.json', { import: 'default' })
/** The errors that the login shows (door-errors.ts). */
const atDoor = import.meta.glob<object>('./en/errors.json', { query: '?door', import: 'default' })
export default { ...areas, './en/errors.json?door': atDoor['./en/errors.json'] }
