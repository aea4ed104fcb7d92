// Loads the German texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./de/**/*.json', { import: 'default' })
export default areas
