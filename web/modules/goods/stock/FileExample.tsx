// What a file should contain, with an example file for the chosen product to download.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import styles from './stock.module.css'

const ANY_LENGTH = 16
const ROWS = 3
const YEARS_AHEAD = 2

/** Returns rows for the example. Their PINs are 1, 2, 3 … with leading zeros, so nobody takes them for real ones. */
function sample(pin_length: number): string {
  const expiry = `31.12.${new Date().getFullYear() + YEARS_AHEAD}`
  const rows = Array.from({ length: ROWS }, (_, index) =>
    [String(index + 1).padStart(pin_length || ANY_LENGTH, '0'), `S${100_001 + index}`, 'L42', expiry].join(';'),
  )
  return ['PIN;Serial;Lot;Expiry', ...rows, ''].join('\r\n')
}

export function Expected({ product }: { product: Row<'productsList'> | undefined }) {
  const t = useTranslations('stock.import')
  const text = sample(product?.pin_length ?? 0)
  return (
    <aside className="card stack">
      <h2>{t('expected')}</h2>
      <ul className={`points ${styles.points}`}>
        <li>{t('expected_csv')}</li>
        <li>{product?.pin_length ? t('expected_length', { length: format.count(product.pin_length) }) : t('expected_pin')}</li>
        <li>{t('expected_text')}</li>
        <li>{t('expected_more')}</li>
      </ul>
      <figure className={styles.sample}>
        <figcaption className="muted">{t('example')}</figcaption>
        <pre className="mono breaks">{text.trimEnd()}</pre>
      </figure>
      <div className="row">
        <Button variant="default" onClick={() => saveFile('sample.csv', text)}>
          {t('sample')}
        </Button>
      </div>
    </aside>
  )
}
