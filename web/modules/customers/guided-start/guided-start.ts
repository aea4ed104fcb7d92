// Whether this browser's user follows the checklist: the house asks this on every page.
export { isGuided } from './guided-tour.ts'
