// The parts of this module for other screens: the function that reads dropped files, and the functions beneath it, with which other modules read files that are
// not tables.
export { readDropped } from './file-reader.ts'
export { FILE_MAX } from './limits.ts'
export type { Read, Table } from './read.ts'
export { decoded } from './text.ts'
export { Unread } from './Unread.tsx'
export { readXml } from './xml.ts'
export { entriesOf, isZip } from './zip.ts'
