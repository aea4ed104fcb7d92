// The strip that marks practice mode on every page, with a button to end it.
import { Button } from '@mantine/core'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import { useTranslations } from 'use-intl'
import { useCall } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { begin } from '../../kit/base/session.ts'
import { Refusal } from '../../kit/page/Refusal.tsx'
import styles from '../shell.module.css'

/** Continues in a new session by loading the page anew, so that nothing of the earlier session stays in memory. */
export function goOnWith(session: Parameters<typeof begin>[0]) {
  begin(session)
  location.assign('/')
}

export default function TrainingStrip({ until }: { until: string }) {
  const t = useTranslations('house.shell')
  const end = useCall('trainingEnd', { done: goOnWith })
  return (
    <section className={`row ${styles.strip} ${styles.training}`} aria-label={t('training_end')}>
      <GraduationCap size={18} aria-hidden />
      <b className="grows">{t('training', { time: format.time(until) })}</b>
      <Button className="push" size="xs" variant="default" disabled={end.isPending} onClick={() => end.mutate({})}>
        {t('training_end')}
      </Button>
      <Refusal error={end.error} />
    </section>
  )
}
