// The areas of this language, each loaded when its screens are.
const areas = import.meta.glob<object>('./en/**/*.json', { import: 'default' })
export default areas
