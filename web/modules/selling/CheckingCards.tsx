// Sales whose answer was lost: pinned until it is certain what became of each.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../../kit/format.ts'
import type { Check, SaleAction } from './sale-state.ts'

type Props = { checks: readonly Check[]; dispatch: (action: SaleAction) => void }

export function CheckingCards({ checks, dispatch }: Props) {
  const t = useTranslations('till.check')
  if (checks.length === 0) return null
  const open = checks.filter(({ outcome }) => outcome === 'unknown')
  return (
    <section className="stack" aria-label={t('label')} aria-live="polite">
      {open.length > 0 && (
        <div className="notice warning">
          <b>{t('checking', { count: open.length })}</b>
          {open.map((check) => (
            <p key={check.open.transaction_key}>{textOf(check)}</p>
          ))}
          <p>{t('hint')}</p>
        </div>
      )}
      {checks.map((check) => {
        const { open: sale, outcome } = check
        if (outcome === 'unknown') return null
        return (
          <div key={sale.transaction_key} className={`notice row ${outcome === 'not_sold' ? '' : 'success'}`}>
            <span>
              <b>{t(outcome === 'not_sold' ? 'not_sold' : 'found')}</b> {textOf(check)}
            </span>
            {outcome !== 'not_sold' && (
              <Button variant="default" h={56} onClick={() => dispatch({ type: 'show', transaction_key: sale.transaction_key })}>
                {t('show')}
              </Button>
            )}
            {outcome === 'not_sold' && (
              <Button variant="default" h={56} onClick={() => dispatch({ type: 'dismiss', transaction_key: sale.transaction_key })}>
                {t('ok')}
              </Button>
            )}
          </div>
        )
      })}
    </section>
  )
}

const textOf = ({ open }: Check) => `${open.quantity} × ${open.product_name} ${format.money(open.value)} · ${format.time(new Date(open.sent_at))}`
