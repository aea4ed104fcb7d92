// Whether the checklist is followed, which the house shows on every page.
export { isGuided } from './guided-tour.ts'
