// Says why a file could not be read.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { FILE_MAX, FILES_MAX, ROWS_MAX } from './limits.ts'
import type { Read } from './read.ts'

export function Unread({ problem: { problem, file } }: { problem: Extract<Read, { problem: unknown }> }) {
  const t = useTranslations('supplier_files')
  return (
    <div role="alert" className="notice danger">
      <b>{t('unread', { file })}</b>
      <p>{t(`problems.${problem}`, { size: format.count(FILE_MAX / 1_000_000), files: format.count(FILES_MAX), rows: format.count(ROWS_MAX) })}</p>
    </div>
  )
}
