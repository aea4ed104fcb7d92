// The rows of a batch that cannot be added, as a file to correct. The browser makes it from the dropped files, so no PIN is sent.
import { useTranslations } from 'use-intl'
import { CSV_MARK, csvRow, csvTexts } from '../../../../contract/kit/csv.ts'
import { ask } from '../../../kit/base/api.ts'
import { findingOf, type Upload, useFindingText } from '../stock/stock.ts'
import { type Part, rowAt } from './parts.ts'
import type { Table } from './read.ts'
import { widthOf } from './recognise.ts'

const PAGE = 100
/** The most pages of rows with errors that the server keeps (server/modules/goods/stock/tally.ts). */
const PAGES_MAX = 100

export function useBadRows() {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const sentence = useFindingText()
  return async (table: Table, part: Part, { upload_id }: Upload) => {
    const width = widthOf(table)
    const titles = Array.from({ length: width }, (_, i) => table.header[i] || word('column_number', { number: String(i + 1) }))
    const lines = [csvRow([...titles, t('line'), t('reason')])]
    const put = (cells: readonly string[], line: number, reason: string) =>
      lines.push(csvTexts([...Array.from({ length: width }, (_, i) => cells[i] ?? ''), String(line), reason]))
    for (let page = 0; page < PAGES_MAX; page++) {
      const { content } = await ask('stockUploadRows', { upload_id, only: 'errors', page, limit: PAGE })
      for (const { row: at, finding, level, detail } of content) {
        const row = rowAt(part, at)
        // For a repeated PIN the server names a line of the file that was sent; the number is converted to that of the line in the original file.
        const of = typeof detail.row === 'number' ? { ...detail, row: rowAt(part, detail.row)?.row ?? detail.row } : detail
        if (row && finding && level === 'error') put(row.cells, row.row, sentence(findingOf(finding), of))
      }
      if (content.length < PAGE) break
    }
    for (const { row, reason } of part.left) put(row.cells, row.row, t(`reasons.${reason}`))
    return { filename: `${table.file.replace(/\.\w+$/, '')}-${t('to_correct')}.csv`, csv: `${CSV_MARK}${lines.join('')}` }
  }
}
