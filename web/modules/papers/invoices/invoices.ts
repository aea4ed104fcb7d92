// The part of this module that other modules use: the path of the screen for a document, by its kind.
export { viewOf } from './views.ts'
