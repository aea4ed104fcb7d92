// One denomination in the form: amount, EAN with its check, VAT treatment. Once it has had stock or draws on a pool, its amount is fixed.
// Once it is saved, it can only be switched off, not removed.

import { Button, Switch } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { field } from '../../../../contract/kit/field.ts'
import * as format from '../../../kit/base/format.ts'
import { TextField } from '../../../kit/form/fields.tsx'
import { given, type Typed, textOf } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { TaxFields } from '../../../kit/form/TaxFields.tsx'
import type { FieldState } from '../../../kit/form/use-call-form.ts'
import type { Draft, Product } from './draft.ts'
import styles from './products.module.css'

const ean = field.ean()
const isEan = (text: string) => z.safeDecode(ean, text).success

type Name = 'value' | 'info' | 'ean' | 'vat_treatment' | 'vat_rate' | 'vat_country'
type Props = {
  id: string
  draft: Draft
  known: Product['configurations'][number] | undefined
  error: (name: Name) => string | undefined
  change: (changes: Partial<Draft>) => void
  remove: () => void
  onKey: (event: KeyboardEvent) => void
}

export function DenominationRow({ id, draft, known, error, change, remove, onKey }: Props) {
  const t = useTranslations('goods.products')
  const word = useTranslations('words')
  const fieldName = useTranslations('fields')
  const problems = useTranslations('errors.problems')
  const [isLeft, setLeft] = useState(false)
  const typedEan = textOf(draft.ean)
  const labels = {
    ...{ value: fieldName('value'), info: t('row.info'), ean: t('row.ean') },
    ...{ vat_treatment: fieldName('vat_treatment'), vat_rate: fieldName('vat_rate'), vat_country: fieldName('vat_country') },
  }
  const isWrongEan = isLeft && !isEan(typedEan)
  const amount = given(draft.value)
  const fieldOf = <T,>(name: Name, value: Typed<T>, required = false): FieldState<T> => ({
    ...{ id: `${id}.${name}`, label: labels[name], value, error: error(name), required },
    onChange: (next) => change({ [name]: next }),
    onBlur: () => setLeft(true),
  })
  const tax = {
    vat_treatment: fieldOf('vat_treatment', draft.vat_treatment),
    vat_rate: fieldOf<number>('vat_rate', draft.vat_rate),
    vat_country: fieldOf('vat_country', draft.vat_country),
  }
  return (
    <li className={`card columns top hints-below ${styles.value}`} style={{ '--least': '180px' }} data-off={!draft.is_active || undefined} onKeyDown={onKey}>
      {known?.is_used ? <Fixed id={`${id}.value`} value={known.value} /> : <MoneyField {...fieldOf('value', draft.value, true)} />}
      <TextField {...fieldOf('info', draft.info)} />
      <TextField
        {...fieldOf('ean', draft.ean)}
        inputMode="numeric"
        error={isWrongEan ? problems('not_an_ean') : error('ean')}
        hint={typedEan !== '' && isEan(typedEan) ? t('row.ean_right') : undefined}
      />
      <TaxFields fields={tax} change={change} />
      <div className="row across">
        {known ? (
          <Switch label={fieldName('published')} checked={draft.is_active === true} onChange={(event) => change({ is_active: event.currentTarget.checked })} />
        ) : (
          <Button size="xs" variant="default" onClick={remove} aria-label={t('row.remove_of', { value: amount === undefined ? '–' : format.money(amount) })}>
            {t('row.remove')}
          </Button>
        )}
        {known && known.stock > 0 && <span className="muted">{word('in_stock_count', { count: format.count(known.stock) })}</span>}
      </div>
    </li>
  )
}

/** Shows an amount that cannot be changed any more, because it is printed on existing cards. */
function Fixed({ id, value }: { id: string; value: number }) {
  const t = useTranslations('goods.products.row')
  const fieldName = useTranslations('fields')
  return (
    <div id={id} tabIndex={-1}>
      <span className="muted">{fieldName('value')}</span>
      <div>
        <b>{format.money(value)}</b>
      </div>
      <span className="muted">{t('value_stays')}</span>
    </div>
  )
}
