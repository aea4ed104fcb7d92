// Top-ups of unknown outcome and their later results. The seller need not wait, because each result stays on the screen until it is dismissed.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { TopUp } from '../../../../contract/till/top-ups.ts'
import { SlipSending, Why } from '../live-selling/live-selling.ts'
import type { Followed } from './top-up-follower.ts'

type Props = { followed: readonly Followed[]; onPrint: (top_up: TopUp) => void; onDone: (key: string) => void }

export function FollowedCards({ followed, onPrint, onDone }: Props) {
  const t = useTranslations('top_ups')
  if (followed.length === 0) return null
  return (
    <section className="stack" aria-label={t('followed.label')} aria-live="polite">
      {followed.map((one) => (
        <Card key={one.key} one={one} onPrint={onPrint} onDone={() => onDone(one.key)} />
      ))}
    </section>
  )
}

function Card({ one: { label, state, top_up, refusal }, onPrint, onDone }: { one: Followed; onPrint: Props['onPrint']; onDone: () => void }) {
  const t = useTranslations('top_ups')
  const word = useTranslations('house.words')
  if (state === 'checking')
    return (
      <div className="notice warning">
        <b>{t('followed.checking')}</b> {label}
        <p>{t('followed.checking_hint')}</p>
      </div>
    )
  const isSent = state === 'known' && top_up?.state === 'successful'
  return (
    <div className={`notice stack ${isSent ? 'success' : 'danger'}`}>
      <div className="row">
        <span>
          <b>{isSent ? t('followed.sent') : t('followed.not_sent')}</b> {label}
          {top_up?.failure && <p>{t(`failures.${top_up.failure}`)}</p>}
          <Why error={refusal} />
        </span>
        {isSent && top_up && (
          <Button variant="default" h={56} onClick={() => onPrint(top_up)}>
            {word('print_the_slip')}
          </Button>
        )}
        <Button variant="default" h={56} onClick={onDone}>
          {t('followed.ok')}
        </Button>
      </div>
      {/* A slip that is printed without being shown has no button to send it, so this panel has that button. */}
      {isSent && top_up && !top_up.training_no && <SlipSending of={top_up} />}
    </div>
  )
}
