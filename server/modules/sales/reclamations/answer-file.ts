// Reads a supplier's answers to claims: a CSV file with the headings of our list, which says yes or no for each claim. Columns are found by their headings, in
// any order.
import { splitCells } from '../../../../contract/goods/file-rows.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { Job } from '../../../kit/apart.ts'
import { createDecoder, createEncodingSniffer, isWorkbook } from '../../../kit/encoding.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'

const BYTES_MAX = 2_000_000
const ROWS_MAX = 1_000
/** The most characters that the heading line may have: a hundred columns with long titles have fewer. */
const HEADING_MAX = 10_000

export type AnswerRow = {
  /** The number of the line in the file. */
  row: number
  /** The name of the claim in our list, such as `12-a1b2c3`. */
  claim: string
  serial: string
  answer: 'yes' | 'no' | null
  said: string
  remarks: string
}

/** Headings that suppliers use for each column, in small letters without accents. */
const HEADINGS = {
  claim: ['claim', 'claim no', 'number', 'reclamation', 'reklamation', 'no'],
  serial: ['serial', 'serial number', 'serie', 'seriennummer', 'serial no'],
  answer: ['answer', 'result', 'status', 'reponse', 'antwort', 'cevap', 'antwoord'],
  remarks: ['remarks', 'remark', 'reason', 'comment', 'reference'],
} as const
type Heading = keyof typeof HEADINGS

const YES = ['yes', 'y', 'oui', 'ja', 'evet', 'ok', '1', 'true', 'accepted', 'approved', 'unused', 'credit', 'credited']
const NO = ['no', 'n', 'non', 'nein', 'nee', 'hayir', '0', 'false', 'rejected', 'refused', 'declined', 'used']

const answerIn = (cell: string): AnswerRow['answer'] => {
  const word = fold(cell.trim())
  return YES.includes(word) ? 'yes' : NO.includes(word) ? 'no' : null
}

/** Reads a file into memory; throws too_large as soon as it exceeds the limit. */
export async function answerBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > BYTES_MAX) throw new Refusal('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function textOf(bytes: Buffer): string {
  if (isWorkbook(bytes)) throw new Refusal('file_workbook')
  const sniffer = createEncodingSniffer()
  sniffer.see(bytes)
  const encoding = sniffer.found()
  if (!encoding) throw new Refusal('file_encoding')
  return createDecoder(encoding)(bytes).replace(/^\uFEFF/, '')
}

/** The separator that splits the heading line into the most columns. */
const separatorIn = (line: string) => [';', ',', '\t', '|'].reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best))

/** The rows of the file. Throws file_empty, file_encoding, file_workbook or too_large; refuses the file field if a column is missing. */
function readAnswers(bytes: Buffer): AnswerRow[] {
  const lines = textOf(bytes).split(/\r\n|\r|\n/)
  const head = lines.findIndex((line) => line.trim() !== '')
  if (head < 0) throw new Refusal('file_empty')
  const heading = lines[head] ?? ''
  if (heading.length > HEADING_MAX) throw refuseField('csv_file', 'columns_missing')
  const separator = separatorIn(heading)
  const names = splitCells(heading, separator).map((cell) => fold(cell))
  // If a file has several of the headings that are listed above for a column, the first one in that list is used. Our own list has two similar columns: one
  // with the shop's reason, one for the supplier's remarks.
  const place = (heading: Heading) => HEADINGS[heading].map((known) => names.indexOf(known)).find((at) => at >= 0) ?? -1
  const at = { claim: place('claim'), serial: place('serial'), answer: place('answer'), remarks: place('remarks') }
  if (at.answer < 0 || (at.claim < 0 && at.serial < 0)) throw refuseField('csv_file', 'columns_missing')
  const rows = lines.flatMap((line, i) => (i > head && line.trim() !== '' ? [{ row: i + 1, cells: splitCells(line, separator) }] : []))
  if (rows.length === 0) throw new Refusal('file_empty')
  if (rows.length > ROWS_MAX) throw new Refusal('too_large')
  return rows.map(({ row, cells }) => {
    const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? '').replace(/^'/, '').slice(0, 200))
    return { row, claim: fold(cell(at.claim)), serial: cell(at.serial), answer: answerIn(cell(at.answer)), said: cell(at.answer), remarks: cell(at.remarks) }
  })
}

export const answerReading: Job<[Buffer], AnswerRow[]> = { name: 'answer reading', otherwise: 'file_encoding', run: readAnswers }
