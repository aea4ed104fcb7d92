// WIZARD: numbered steps, the current one in the URL. Earlier steps can be reopened and keep their input; a later step opens only after the step before it.
// const [step, go] = useStep(3, reached)
// <Steps labels={[…]} step={step} go={go} />
import Check from 'lucide-react/icons/check'
import { useTranslations } from 'use-intl'
import { useUrlState, wholeBetween } from '../base/url.ts'
import styles from './kit.module.css'

type Go = (step: number) => void

/** Steps count from 1. `reached` is the last step that may be open; an address with a later step opens `reached`. */
export function useStep(count: number, reached: number): [number, Go] {
  const [state, change] = useUrlState()
  const step = wholeBetween(state['step'], 1, Math.min(count, reached), 1)
  return [step, (next) => change({ step: next === 1 ? undefined : String(next) })]
}

/** Draws the steps. `go` reopens an earlier step; undefined if no step can be reopened. */
export function Steps({ labels, step, go }: { labels: readonly string[]; step: number; go: Go | undefined }) {
  const t = useTranslations('house.steps')
  return (
    <ol className="row" style={{ gap: '8px 16px' }} aria-label={t('label')}>
      {labels.map((label, index) => {
        const number = index + 1
        const isDone = number < step
        const content = (
          <>
            <span className={`square strong small ${styles.stepNumber}`} aria-hidden>
              {isDone ? <Check size={14} /> : number}
            </span>
            {label}
            {isDone && <span className="hidden-visually">{t('done')}</span>}
          </>
        )
        return (
          <li key={label}>
            {isDone && go ? (
              <button type="button" className={`bare row one-line gap-8 ${styles.step}`} data-done onClick={() => go(number)}>
                {content}
              </button>
            ) : (
              <span className={`row one-line gap-8 ${styles.step}`} data-done={isDone || undefined} aria-current={number === step ? 'step' : undefined}>
                {content}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
