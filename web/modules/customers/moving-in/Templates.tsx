// The columns that a move from another system reads from its files, with templates to download.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { moveColumns, moveFiles, movePriceColumns } from '../../../../contract/customers/moving-in.ts'
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { isNeeded } from './headings.ts'
import { useColumnName } from './use-column-name.ts'

const columns = { customers: moveColumns, prices: movePriceColumns } as const
const explained = ['username', 'plan_name', 'balance', 'credit_limit', 'customer_number', 'value', 'discount'] as const

export function Templates() {
  const t = useTranslations('customers.moving')
  const nameOf = useColumnName()
  const about = (column: string) => {
    const known = explained.find((one) => one === column)
    return known && t(`explained.${known}`)
  }
  return (
    <details className="card">
      <summary>{t('templates')}</summary>
      <div className="stack">
        {moveFiles.map((file) => (
          <section key={file} className="stack gap-8" aria-label={t(`template.${file}`)}>
            <div className="row">
              <Button variant="default" onClick={() => saveFile(`${t(`kinds.${file}`)}.csv`, `${CSV_MARK}${csvRow(columns[file].map(nameOf))}`)}>
                {t(`template.${file}`)}
              </Button>
            </div>
            <ul className="points">
              {columns[file].map((column) => (
                <li key={column}>
                  <b>{nameOf(column)}</b> {isNeeded(file, column) && <span className="badge">{t('needed')}</span>}{' '}
                  <span className="muted">{about(column)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}
