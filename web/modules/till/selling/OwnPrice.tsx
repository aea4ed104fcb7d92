// The shop's own price, shown small beside the customer's price. The seller can hide it; a price that the reseller masks is not drawn at all.

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { difference } from '../../../../contract/kit/cents.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import styles from './sale.module.css'

type Props = {
  total: Money | undefined
  available: Money | undefined
  /** The button that explains how the price was computed. */
  why: ReactNode
}

export function OwnPrice({ total, available, why }: Props) {
  const t = useTranslations('selling.sale')
  const [{ own_price }, change] = usePreferences()
  return (
    <div className={`stack gap-4 muted ${styles.details}`}>
      {own_price && (
        <div className="ends middle">
          <span>{t('own_price')}</span>
          <span>{total === undefined ? '–' : format.money(total)}</span>
        </div>
      )}
      {own_price && available !== undefined && total !== undefined && (
        <div className="ends middle">
          <span>{t('available_after')}</span>
          <span className={available < total ? 'negative' : undefined}>{format.money(difference(available, total))}</span>
        </div>
      )}
      <div className="row gap-4">
        {own_price && why}
        <Button size="xs" variant="subtle" onClick={() => change({ own_price: !own_price })}>
          {t(own_price ? 'hide_own' : 'show_own')}
        </Button>
      </div>
    </div>
  )
}
