// Loads the Turkish texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./tr/**/*.json', { import: 'default' })
export default areas
