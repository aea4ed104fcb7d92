// A question about a slip that was not printed, or whose outcome is uncertain. It is shown beside the till, where selling continues. F4 dismisses it, F8 prints
// the slip again.
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/kit/languages.ts'
import * as format from '../base/format.ts'
import { isKey } from '../base/keys.ts'
import type { Outcome } from '../printers/print.ts'
import styles from './counter.module.css'
import { Key } from './Key.tsx'
import type { Printing } from './use-printing.ts'

/** `begun`: part of the slip may be on paper. Otherwise certainly nothing was printed. */
export type Question = Pick<Printing, 'sale' | 'more' | 'opens'> & Outcome & { language: Language | undefined }

type Props = { question: Question; onEnd: () => void; onAgain: (way?: 'browser') => void }

export function SlipQuestion({ question: { sale, trouble, begun }, onEnd, onAgain }: Props) {
  const t = useTranslations('printers.question')
  const troubles = useTranslations('printers.troubles')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = isKey(event, 'printed') ? onEnd : isKey(event, 'reprint') && !event.repeat ? () => onAgain() : undefined
    if (!action || document.querySelector('[role="dialog"], dialog[open]')) return
    event.preventDefault()
    action()
  })
  // These keys are registered before the till's own keys, which ignore keys that were already handled.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
  const slip = `${sale.product_name} ${format.money(sale.value)}, ${format.time(sale.created_at)}`
  return (
    <section className={`notice row ${styles.question} ${trouble ? 'warning' : ''} no-print`} aria-label={t('label')}>
      <div role={trouble ? 'alert' : 'status'}>
        {trouble && <p>{troubles(trouble)}</p>}
        <p>
          <b>{t(begun ? 'did_it' : 'nothing', { slip })}</b> {begun && <span className="muted">{t('copy')}</span>}
        </p>
      </div>
      <div className={styles.answers}>
        <button type="button" className="surface key" onClick={onEnd}>
          {t(begun ? 'yes' : 'leave')} <Key>F4</Key>
        </button>
        <button type="button" className="surface key" onClick={() => onAgain()}>
          {t(begun ? 'no' : 'again')} <Key>F8</Key>
        </button>
        {trouble && (
          <button type="button" className="surface key" onClick={() => onAgain('browser')}>
            {t('by_browser')}
          </button>
        )}
      </div>
    </section>
  )
}
