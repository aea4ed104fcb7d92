// Loads the English texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./en/**/*.json', { import: 'default' })
export default areas
