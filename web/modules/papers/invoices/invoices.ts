// The part of this module that others use: the path of the screen for a document, by its kind.
export { viewOf } from './views.ts'
