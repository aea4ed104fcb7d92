// The slip that a buyer of this product will get, with an invented PIN.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { given, textOf } from '../../../kit/form/form-values.ts'
import '../../../kit/page/roll.css'
import { instructionsIn, type ProductValues } from './draft.ts'
import layout from './products.module.css'
import styles from './slip.module.css'

const USUAL_LENGTH = 16
const DIGITS = '4821 0937 5566 2840 '.repeat(3)

/** Returns an invented PIN in groups of four, as the till prints PINs. */
const pinOf = (length: number) => DIGITS.slice(0, length + Math.floor((length - 1) / 4))

export function SlipPreview({ values }: { values: ProductValues }) {
  const t = useTranslations('goods.products')
  const field = useTranslations('fields')
  const [first] = given(values.configurations) ?? []
  const amount = given(first?.value)
  const length = given(values.pin_length) ?? 0
  const instructions = Object.values(instructionsIn(values)).find(Boolean)
  const care = textOf(values.customer_care)
  const name = textOf(values.product_name) || field('product')
  return (
    <aside className={`stack gap-8 stays ${layout.preview} no-print`} aria-label={t('slip.title')}>
      <h2>{t('slip.title')}</h2>
      <div className={`roll centred breaks ${styles.slip}`}>
        <div>
          <b>{t('slip.shop')}</b>
        </div>
        <hr />
        <div>
          <b lang="">{[name, textOf(first?.info)].filter(Boolean).join(' ')}</b>
        </div>
        <div className={`roll-bold ${styles.slipValue}`}>{amount === undefined ? '– €' : format.money(amount)}</div>
        <div className={`mono roll-bold ${styles.slipPin}`}>{pinOf(length >= 4 && length <= 40 ? length : USUAL_LENGTH)}</div>
        {instructions && <p>{instructions}</p>}
        {care && <p>{t('slip.care', { phone: care })}</p>}
      </div>
      <p className="muted">{t('slip.hint')}</p>
    </aside>
  )
}
