// Reads dropped files into tables: texts, the sheets of workbooks, and archives of both. Runs in a worker.
import { findHeader, SAMPLE_ROWS } from '../../../../contract/goods/file-layout.ts'
import type { Row } from '../../../../contract/goods/file-rows.ts'
import { FILE_MAX, FILES_MAX, ROWS_MAX } from './limits.ts'
import { readText } from './text.ts'
import { type Problem, Unreadable } from './unreadable.ts'
import { isWorkbook, readWorkbook } from './workbook.ts'
import { type Budget, entriesOf, isZip } from './zip.ts'

export type Table = {
  file: string
  /** The sheet's name; empty for a text. */
  sheet: string
  header: string[]
  rows: Row[]
  rounded: number
}
export type Read = { tables: Table[]; skipped: string[] } | { problem: Problem; file: string }

const UNPACKED_MAX = 100_000_000
const TABLES_MAX = 20

const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED = 'EncryptedPackage'

/** Why a file in a container format cannot be read: it is an old .xls, or a newer workbook with a password. Undefined for other files. */
function containerProblem(bytes: Uint8Array): Problem | undefined {
  if (!OLE.every((byte, i) => bytes[i] === byte)) return undefined
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length - (bytes.length % 2))).includes(ENCRYPTED) ? 'password' : 'old_workbook'
}

const isText = (name: string) => /\.(csv|txt|tsv)$/i.test(name)
/** Files that operating systems add to archives. */
const isOfSystem = (name: string) => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(name)
const baseName = (name: string) => name.split(/[/\\]/).at(-1) ?? name

type FoundTables = { tables: Table[]; skipped: string[] }

function readOne(name: string, bytes: Uint8Array, budget: Budget, isInside: boolean): FoundTables {
  const problem = containerProblem(bytes)
  if (problem) throw new Unreadable(problem)
  const file = baseName(name)
  if (isZip(bytes)) {
    const entries = entriesOf(bytes, budget)
    if (isWorkbook(entries))
      return { tables: readWorkbook(entries).map(({ name: sheet, rows, rounded }) => ({ file, sheet, rounded, ...headed(rows) })), skipped: [] }
    if (/\.xls[xm]$/i.test(name)) throw new Unreadable('not_workbook')
    if (isInside) throw new Unreadable('nested')
    return readArchive(entries, budget)
  }
  if (/\.xls[xm]$/i.test(name)) throw new Unreadable('not_workbook')
  if (/\.zip$/i.test(name)) throw new Unreadable('damaged')
  if (!isText(name)) throw new Unreadable('kind')
  return { tables: [{ file, sheet: '', rounded: 0, ...readText(bytes) }], skipped: [] }
}

function readArchive(entries: ReturnType<typeof entriesOf>, budget: Budget): FoundTables {
  const files = entries.filter(({ name }) => !isOfSystem(name))
  const wanted = files.filter(({ name }) => isText(name) || /\.(xls[xm]|zip)$/i.test(name))
  if (wanted.length > FILES_MAX) throw new Unreadable('too_many_files')
  const found = wanted.map(({ name, bytes }) => readOne(name, bytes(), budget, true))
  const skipped = files.filter((one) => !wanted.includes(one)).map(({ name }) => baseName(name))
  return { tables: found.flatMap(({ tables }) => tables), skipped: [...skipped, ...found.flatMap((one) => one.skipped)] }
}

/** Splits a sheet into its headings and the rows below them; lines above the headings are left out. Without headings all lines are rows. */
function headed(rows: Row[]): Pick<Table, 'header' | 'rows'> {
  const at = findHeader(rows.slice(0, SAMPLE_ROWS))
  const found = rows.findIndex(({ row }) => row === at)
  return found < 0 ? { header: [], rows } : { header: rows[found]?.cells ?? [], rows: rows.slice(found + 1) }
}

/** Returns all tables, or the first reason why a file cannot be read. */
export function readFiles(files: readonly { name: string; bytes: Uint8Array }[]): Read {
  const budget = { left: UNPACKED_MAX }
  const all: FoundTables = { tables: [], skipped: [] }
  let reading = files[0]?.name ?? ''
  try {
    if (files.length > FILES_MAX) throw new Unreadable('too_many_files')
    for (const { name, bytes } of files) {
      reading = name
      if (bytes.length > FILE_MAX) throw new Unreadable('too_large')
      const { tables, skipped } = readOne(name, bytes, budget, false)
      all.tables.push(...tables.filter(({ rows }) => rows.length > 0))
      all.skipped.push(...skipped)
    }
    if (all.tables.length === 0) throw new Unreadable('no_rows')
    if (all.tables.length > TABLES_MAX) throw new Unreadable('too_many_files')
    if (all.tables.reduce((sum, { rows }) => sum + rows.length, 0) > ROWS_MAX) throw new Unreadable('too_many_rows')
    return all
  } catch (error) {
    // Any other error means that the file is damaged.
    return { problem: error instanceof Unreadable ? error.problem : 'damaged', file: baseName(reading) }
  }
}
