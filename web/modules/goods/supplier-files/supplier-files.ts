// Files read in the browser, for other screens that take them.
export { readDropped } from './file-reader.ts'
export type { Read, Table } from './read.ts'
export { Unread } from './Unread.tsx'
