// Loads the Dutch texts, area by area; an area is loaded together with its screens.
const areas = import.meta.glob<object>('./nl/**/*.json', { import: 'default' })
export default areas
