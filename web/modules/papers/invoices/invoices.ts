// The address of the screen that shows a document, by its kind.
export { viewOf } from './views.ts'
