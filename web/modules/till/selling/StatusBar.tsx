// The state of the till in one line: connection, paper, the last sale, and the keyboard shortcuts.
import { useTranslations } from 'use-intl'
import { useConnection } from '../../../kit/base/connection.ts'
import * as format from '../../../kit/base/format.ts'
import type { Paper } from '../../../kit/base/sheet.ts'
import { STATUS } from '../../people/auth/auth.ts'
import type { LastSale } from './last-sale.ts'
import { useLater } from './later.ts'
import styles from './till.module.css'

const tones = { online: 'success', slow: 'warning', offline: 'danger' } as const

type Props = { paper: Paper; last: LastSale | undefined; onFind: () => void; onReprint: () => void; onLast: () => void }

export function StatusBar({ paper, last, onFind, onReprint, onLast }: Props) {
  const t = useTranslations('counter.status')
  const connection = useConnection()
  const { ShiftMark } = useLater()
  return (
    <footer className={`card bar row one-line small nowrap ${styles.status} no-print`} data-connection={connection}>
      <span role="status" className={`badge ${tones[connection]}`}>
        {t(connection)}
      </span>
      {connection !== 'online' && (
        <a href={STATUS} target="_blank" rel="noopener">
          {t('page')}
        </a>
      )}
      {connection !== 'offline' && <span className="badge">{t('printer', { width: String(paper) })}</span>}
      {connection !== 'offline' && ShiftMark && <ShiftMark />}
      {connection !== 'offline' && last && (
        <span className={styles.lastSale}>
          {t('last', { sale: `${last.quantity} × ${last.product_name} ${format.money(last.value)}`, time: format.time(last.created_at) })}
        </span>
      )}
      <span className={`row one-line push ${styles.keys}`}>
        <button type="button" className="bare" data-key onClick={onFind}>
          <kbd>F2</kbd> {t('find')}
        </button>
        <button type="button" className="bare" onClick={onReprint}>
          <kbd>F8</kbd> {t('reprint')}
        </button>
        <button type="button" className="bare" onClick={onLast}>
          <kbd>Shift F8</kbd> {t('last_sales')}
        </button>
        <span data-key>
          <kbd>Esc</kbd> {t('cancel')}
        </span>
      </span>
    </footer>
  )
}
