// The rows of a checked file with masked PINs: the rows with findings, or all rows.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState, wholeBetween } from '../../../kit/base/url.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { kindsIn } from '../../../kit/list/list-columns.ts'
import { Pages } from '../../../kit/list/Pages.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { findingOf, useFindingText } from './finding-text.ts'
import styles from './stock.module.css'
import { columnOf, roles, sequenceOf, type Upload } from './upload-state.ts'

type PreviewRow = Output<'stockUploadRows'>['content'][number]

export function CheckRows({ upload }: { upload: Upload }) {
  const t = useTranslations('stock.import')
  const word = useTranslations('house.words')
  const [state, change] = useUrlState()
  const isChecked = upload.step === 'checked'
  const withFindings = upload.errors + upload.warnings
  const only = state['rows'] === 'all' || withFindings === 0 ? 'all' : 'errors'
  const limit = wholeBetween(state['per'], 1, 100, 50)
  const page = wholeBetween(state['page'], 1, 1_000_000, 1)
  const asked = useQuery({
    ...query('stockUploadRows', { upload_id: upload.upload_id, only, page: page - 1, limit }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const columns = useColumns(upload)
  const show = (rows: 'all' | undefined) => change({ rows, page: undefined }, { replace: true })
  return (
    <>
      {isChecked && (
        <fieldset className="row gap-8" aria-label={t('show')}>
          <button type="button" className="surface chip" aria-pressed={only === 'errors'} disabled={withFindings === 0} onClick={() => show(undefined)}>
            {t('to_look_at')} <span className={withFindings > 0 ? 'badge danger' : 'badge'}>{format.count(withFindings)}</span>
          </button>
          <button type="button" className="surface chip" aria-pressed={only === 'all'} onClick={() => show('all')}>
            {word('all_of', { count: format.count(upload.rows) })}
          </button>
        </fieldset>
      )}
      {asked.isError ? (
        <Failed error={asked.error} retry={() => asked.refetch()} />
      ) : (
        <ListTable
          columns={columns}
          kinds={kindsIn('stockUploadRows')}
          rows={asked.data?.content}
          rowKey={(row) => `${row.row} ${row.finding}`}
          isStale={asked.isPlaceholderData}
        />
      )}
      {asked.data && asked.data.filters.total_count > 0 && <Pages page={page} limit={limit} total={asked.data.filters.total_count} change={change} />}
    </>
  )
}

/** The first columns are the number and the problem of each line. The other columns are those of the file, named after the meaning given to them. */
function useColumns(upload: Upload): Column<PreviewRow>[] {
  const t = useTranslations('stock.import')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const sentence = useFindingText()
  const roleAt = (sequence: number) => roles.find((role) => sequenceOf(upload, role) === sequence)
  const nameAt = (sequence: number) => {
    const role = roleAt(sequence)
    if (role) return `${role === 'serial' || role === 'value' ? field(role) : t(`roles.${role}`)} (${t('column_short', { number: String(sequence) })})`
    return upload.header[sequence - 1] || word('column_number', { number: String(sequence) })
  }
  const cells = Array.from({ length: upload.columns }, (_, index): Column<PreviewRow> => {
    const sequence = index + 1
    return {
      key: `column ${sequence}`,
      field: 'cells',
      header: nameAt(sequence),
      cell: (row) => <Cell row={row} text={row.cells[index] ?? ''} isMeant={isMeant(row, roleAt(sequence))} />,
    }
  })
  const problem: Column<PreviewRow> = {
    key: 'problem',
    field: 'finding',
    header: t('problem'),
    cell: (row) => <span className={styles.problem}>{row.finding ? sentence(findingOf(row.finding), row.detail) : t('row_good')}</span>,
  }
  return [{ key: 'row', header: field('line') }, ...(upload.step === 'checked' ? [problem] : []), ...cells]
}

const isMeant = (row: PreviewRow, role: string | undefined) => row.finding !== null && role !== undefined && columnOf[findingOf(row.finding)] === role

function Cell({ row, text, isMeant }: { row: PreviewRow; text: string; isMeant: boolean }) {
  const className = isMeant ? `notice ${row.level === 'error' ? 'danger' : 'warning'} ${styles.meant}` : ''
  return <span className={`mono ${className}`}>{text || (isMeant ? '–' : '')}</span>
}
