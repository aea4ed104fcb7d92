// Reads one file of a bank: camt in XML, MT940, a CSV table, or an archive of these. It returns what it found or why it failed, and never throws.
import { BANK_LINES_A_DAY } from '../../../../contract/papers/bank-lines.ts'
import { decoded, entriesOf, FILE_MAX, isZip } from '../../goods/supplier-files/supplier-files.ts'
import { readBankCsv } from './bank-csv.ts'
import { isCamt, readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { collector, type Needed, NotRead, type Problem, type Statement } from './statement.ts'

export type ReadFile = { file: string; statements: Statement[] } | { file: string; problem: Problem; row?: number; columns?: readonly Needed[] }

/** The most bytes that an archive may have after unpacking. */
const UNPACKED_MAX = 100_000_000
/** Whether a file in an archive may be a statement; other files, such as PDFs, are ignored. */
const isStatement = (name: string) => /\.(xml|camt|c53|c52|c54|053|052|054|sta|mt940|940|swi|csv|txt|tsv)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name)

function statementsIn(text: string, most: number): Statement[] {
  const into = collector(most)
  if (text.trim() === '') throw new NotRead('empty')
  if (isCamt(text)) readCamt(text, into)
  else if (isMt940(text)) readMt940(text, into)
  else readBankCsv(text, into)
  return into.all()
}

/** Returns the texts in a file; of an archive, the files that may be statements. */
function textsIn(bytes: Uint8Array): string[] {
  if (bytes.length > FILE_MAX) throw new NotRead('file_too_large')
  if (!isZip(bytes)) return [textOf(bytes)]
  const entries = entriesOf(bytes, { left: UNPACKED_MAX }).filter(({ name }) => isStatement(name))
  if (entries.length === 0) throw new NotRead('not_a_statement')
  return entries.map((entry) => textOf(entry.bytes()))
}

/** Decodes a file; a file that is no text is no statement. */
function textOf(bytes: Uint8Array): string {
  try {
    return decoded(bytes)
  } catch {
    throw new NotRead('not_a_statement')
  }
}

export function readStatement(file: string, content: Uint8Array | string, most: number = BANK_LINES_A_DAY): ReadFile {
  try {
    const texts = typeof content === 'string' ? [content] : textsIn(content)
    return { file, statements: texts.flatMap((text) => statementsIn(text, most)) }
  } catch (error) {
    // Any other error means that the file is damaged.
    return error instanceof NotRead ? { file, problem: error.problem, ...error.where } : { file, problem: 'damaged' }
  }
}
