// Loads the French texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./fr/**/*.json', { import: 'default' })
export default areas
