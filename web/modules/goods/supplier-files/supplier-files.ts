// The reader of dropped files, for other screens that take files, and what it is made of, for files that are no tables.
export { readDropped } from './file-reader.ts'
export { FILE_MAX } from './limits.ts'
export type { Read, Table } from './read.ts'
export { decoded } from './text.ts'
export { Unread } from './Unread.tsx'
export { readXml } from './xml.ts'
export { entriesOf, isZip } from './zip.ts'
