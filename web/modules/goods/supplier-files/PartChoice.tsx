// Shows rows that become one batch, with the choice of their denomination.
import { Button, Checkbox, Select } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { parseMoney } from '../../../../contract/kit/money.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { useDropdown } from '../../../kit/page/Dialog.tsx'
import type { Part } from './parts.ts'
import { usualLength } from './pin-cells.ts'
import type { Denomination } from './recognise.ts'
import { nameOf } from './use-goods.ts'

const MakeGoods = lazy(() => import('./MakeGoods.tsx'))

type Props = {
  part: Part
  goods: readonly Denomination[]
  chosen: string
  isProposed: boolean
  isLeftOut: boolean
  isMissing: boolean
  /** The product of these rows, if the user's organisation already has it. */
  product: Pick<Denomination, 'product_id' | 'product_name'> | undefined
  choose: (configuration_id: string) => void
  leaveOut: (is: boolean) => void
  /** The PINs of the rows; they decide which kind of PIN a new product gets. */
  pins: readonly string[]
}

/** Returns a function that names these rows as the file does: product and amount. */
export function usePartName() {
  const t = useTranslations('supplier_files')
  return ({ name, value }: Pick<Part, 'name' | 'value'>) => {
    const amount = parseMoney(value)
    return [name, amount === undefined ? value : format.money(amount)].filter(Boolean).join(' ') || t('all_rows')
  }
}

export function PartChoice({ part, goods, chosen, isProposed, isLeftOut, isMissing, product, choose, leaveOut, pins }: Props) {
  const t = useTranslations('supplier_files')
  const word = useTranslations('words')
  const named = useNamed()
  const dropdown = useDropdown()
  const name = usePartName()(part)
  const lacks = isMissing && !isLeftOut && chosen === ''
  return (
    <li className="split" style={{ '--columns': 'repeat(2, minmax(0, 1fr))' }}>
      <Checkbox
        label={t('part', { name, rows: word('rows', { n: part.rows.length, count: format.count(part.rows.length) }) })}
        checked={!isLeftOut}
        onChange={({ currentTarget: { checked } }) => leaveOut(!checked)}
      />
      <div className="stack gap-8">
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
        {chosen === '' && !isLeftOut && <Make part={part} product={product} pins={pins} />}
      </div>
      {part.left.length > 0 && <p className="notice warning across">{t('left', { n: part.left.length, count: format.count(part.left.length) })}</p>}
    </li>
  )
}

/** A button that adds the goods of these rows to the organisation's products if they are missing there. */
function Make({ part, product, pins }: Pick<Props, 'part' | 'product' | 'pins'>) {
  const t = useTranslations('supplier_files.make')
  const named = useNamed()
  const name = usePartName()(part)
  const value = parseMoney(part.value)
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  if (value === undefined || !can(user, product ? 'productUpdate' : 'productAdd')) return null
  const wanted = { name: part.name, value, product, pin_length: usualLength(pins), pin_letters: pins.some((pin) => /\p{L}/u.test(pin)) }
  return (
    <>
      <div className="row">
        <Button size="xs" variant="default" aria-label={named(t('open'), name)} onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <MakeGoods wanted={wanted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
