// The reader of dropped files, for other screens that take files.
export { readDropped } from './file-reader.ts'
export type { Read, Table } from './read.ts'
export { Unread } from './Unread.tsx'
