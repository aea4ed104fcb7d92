// The three steps of a registration, with the current one marked.
import Check from 'lucide-react/icons/check'
import { useTranslations } from 'use-intl'
import styles from './register.module.css'

export function StepList({ step }: { step: number }) {
  const t = useTranslations('entry.register')
  const code = useTranslations('entry.code')
  const door = useTranslations('auth.login')
  return (
    <ol className={`row muted ${styles.steps}`} aria-label={t('steps')}>
      {[door('username'), code('label'), door('password')].map((name, index) => (
        <li key={name} className="row gap-8" aria-current={index + 1 === step ? 'step' : undefined} data-done={index + 1 < step || undefined}>
          <span className={`centre rigid ${styles.mark}`} aria-hidden>
            {index + 1 < step ? <Check size={14} /> : index + 1}
          </span>
          {name}
          {index + 1 < step && <span className="hidden-visually">{t('step_done')}</span>}
        </li>
      ))}
    </ol>
  )
}
