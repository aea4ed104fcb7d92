// Sales whose answer was lost. While an outcome is unknown, the seller can end the wait at once. A known outcome is shown until the seller has noted it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { cardsOf, type OpenSale } from './open-sales.ts'
import type { Check, SaleAction } from './sale-state.ts'

type Props = { checks: readonly Check[]; dispatch: (action: SaleAction) => void; onGiveUp: (open: OpenSale) => Promise<void> }

export function CheckingCards({ checks, dispatch, onGiveUp }: Props) {
  const t = useTranslations('counter.check')
  const word = useTranslations('house.words')
  if (checks.length === 0) return null
  const open = checks.filter(({ outcome }) => outcome === 'unknown')
  return (
    <section className="stack" aria-label={t('label')} aria-live="polite">
      {open.length > 0 && (
        <div className="notice warning stack">
          <b>{t('checking', { count: open.length })}</b>
          {open.map((check) => (
            <GiveUp key={check.open.transaction_key} check={check} onGiveUp={onGiveUp} />
          ))}
          <p>{t('hint')}</p>
        </div>
      )}
      {checks.map((check) => {
        const { open: sale, outcome } = check
        if (outcome === 'unknown') return null
        const isSold = typeof outcome === 'object'
        const act = (type: 'show' | 'dismiss') => () => dispatch({ type, transaction_key: sale.transaction_key })
        return (
          <div key={sale.transaction_key} className={`notice row ${isSold ? 'success' : ''}`}>
            <span>
              <b>{t(isSold ? (outcome.how === 'late' ? 'late' : 'found') : outcome)}</b> {textOf(check)}
            </span>
            <Button variant="default" h={56} onClick={act(isSold ? 'show' : 'dismiss')}>
              {isSold ? t('show') : word('understood')}
            </Button>
          </div>
        )
      })}
    </section>
  )
}

function GiveUp({ check, onGiveUp }: { check: Check; onGiveUp: Props['onGiveUp'] }) {
  const t = useTranslations('counter.check')
  const [step, setStep] = useState<'asking' | 'no_answer'>()
  function giveUp() {
    if (step === 'asking') return
    setStep('asking')
    onGiveUp(check.open).catch(() => setStep('no_answer'))
  }
  return (
    <div className="row">
      <span>{textOf(check)}</span>
      <Button variant="default" h={56} aria-disabled={step === 'asking' || undefined} onClick={giveUp}>
        {t(step === 'asking' ? 'asking' : 'give_up')}
      </Button>
      {step === 'no_answer' && <span role="alert">{t('no_answer')}</span>}
    </div>
  )
}

const textOf = ({ open }: Check) =>
  `${cardsOf(open)
    .map(({ quantity, product_name, value }) => `${quantity} × ${product_name} ${format.money(value)}`)
    .join(', ')} · ${format.time(new Date(open.sent_at))}`
