// Rows that become one batch, and the denomination they belong to.
import { Checkbox, Select } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { parseMoney } from '../../../../contract/kit/money.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import { useDropdown } from '../../../kit/page/Dialog.tsx'
import type { Part } from './parts.ts'
import type { Denomination } from './recognise.ts'
import styles from './supplier-files.module.css'
import { nameOf } from './use-goods.ts'

type Props = {
  part: Part
  goods: readonly Denomination[]
  chosen: string
  isProposed: boolean
  isLeftOut: boolean
  isMissing: boolean
  choose: (configuration_id: string) => void
  leaveOut: (is: boolean) => void
}

/** Returns a function that makes the file's own name for these rows: product and amount. */
export function usePartName() {
  const t = useTranslations('supplier_files')
  return ({ name, value }: Pick<Part, 'name' | 'value'>) => {
    const amount = parseMoney(value)
    return [name, amount === undefined ? value : format.money(amount)].filter(Boolean).join(' ') || t('all_rows')
  }
}

export function PartChoice({ part, goods, chosen, isProposed, isLeftOut, isMissing, choose, leaveOut }: Props) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const named = useNamed()
  const dropdown = useDropdown()
  const name = usePartName()(part)
  const lacks = isMissing && !isLeftOut && chosen === ''
  return (
    <li className={styles.part}>
      <Checkbox
        label={t('part', { name, rows: word('rows', { n: part.rows.length, count: format.count(part.rows.length) }) })}
        checked={!isLeftOut}
        onChange={({ currentTarget: { checked } }) => leaveOut(!checked)}
      />
      <Select
        aria-label={named(word('product_and_value'), name)}
        placeholder={word('product_and_value')}
        data={goods.map((one) => ({ value: one.configuration_id, label: nameOf(one) }))}
        value={chosen || null}
        onChange={(id) => choose(id ?? '')}
        searchable
        limit={50}
        disabled={isLeftOut}
        error={lacks ? t('choose_goods_here') : undefined}
        description={isProposed && chosen !== '' ? t('proposed') : undefined}
        inputWrapperOrder={['input', 'description', 'error']}
        comboboxProps={dropdown}
      />
      {part.left.length > 0 && <p className="notice warning">{t('left', { n: part.left.length, count: format.count(part.left.length) })}</p>}
    </li>
  )
}
