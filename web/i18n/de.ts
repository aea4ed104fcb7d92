// Loads the German texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./de/**/*.json', { import: 'default' })
/** The errors that the login shows (door-errors.ts). */
const atDoor = import.meta.glob<object>('./de/errors.json', { query: '?door', import: 'default' })
export default { ...areas, './de/errors.json?door': atDoor['./de/errors.json'] }
