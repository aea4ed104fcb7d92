// The findings about a checked file in one box: their number, advice for each kind, and a button that saves the wrong rows as a file.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Finding } from '../../../../contract/goods/findings.ts'
import { ask } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { findingOf } from './finding-text.ts'
import styles from './stock.module.css'
import type { Upload } from './upload-state.ts'

export function CheckFindings({ upload }: { upload: Upload }) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const titles = useTranslations('stock.finding_titles')
  const { fatal, errors, warnings, rows, findings } = upload
  const figures = { n: errors, count: format.count(errors), total: format.count(rows) }
  const level = fatal || errors > 0 ? 'danger' : warnings > 0 ? 'warning' : 'success'
  async function save() {
    const { filename, csv } = await ask('stockUploadErrors', { upload_id: upload.upload_id })
    saveFile(filename, csv)
  }
  const sentence = errors > 0 ? t('errors_of', figures) : t('all_good', { n: upload.accepted, count: format.count(upload.accepted) })
  return (
    <div role="status" className={`notice ${level}`}>
      <b>{fatal ? titles(findingOf(fatal)) : sentence}</b>
      {fatal && <Advice finding={findingOf(fatal)} />}
      {!fatal && findings.length > 0 && (
        <ul className={`points ${styles.points}`}>
          {findings.map(({ finding, rows: n }) => (
            <li key={finding}>
              {t('found_line', { what: titles(findingOf(finding)), rows: word('rows', { n, count: format.count(n) }) })}
              <Advice finding={findingOf(finding)} />
            </li>
          ))}
        </ul>
      )}
      {errors > 0 && !fatal && (
        <Button size="xs" variant="default" onClick={save}>
          {t('download_errors')}
        </Button>
      )}
    </div>
  )
}

function Advice({ finding }: { finding: Finding }) {
  const t = useTranslations('stock')
  const advice = `finding_advice.${finding}` as 'finding_advice.one_column'
  return t.has(advice) ? <p>{t(advice)}</p> : null
}
