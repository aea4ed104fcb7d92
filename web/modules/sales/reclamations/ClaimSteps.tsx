// The steps of a claim, each with person and time, and with the proof and the note that it may have.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Details } from './claim.ts'
import styles from './reclamations.module.css'

export function ClaimSteps({ steps }: Pick<Details, 'steps'>) {
  const t = useTranslations('reclamations')
  const word = useTranslations('words')
  return (
    <section className="card stack" aria-label={word('history')}>
      <h2>{word('history')}</h2>
      <ol className={`lines gap-12 ${styles.steps}`}>
        {steps.map(({ step, organisation_name, name, note, proof, created_at }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
          <li key={i} data-step={step}>
            <b>{t(`happened.${step}`)}</b>
            <span className="muted">{[format.dateTime(created_at), name, organisation_name || t('level_above')].filter(Boolean).join(' · ')}</span>
            {proof && <span>{proof.text ? t('proved', { kind: t(`proofs.${proof.kind}`), text: proof.text }) : t(`proofs.${proof.kind}`)}</span>}
            {note && <q className="breaks">{note}</q>}
          </li>
        ))}
      </ol>
    </section>
  )
}
