// Where a document is shown.
export { viewOf } from './views.ts'
