// DETAIL: a page about one thing. Its name, status and actions are at the top, its facts in one line, and below them everything that belongs to it.
import type { ReactNode } from 'react'
import styles from './kit.module.css'
import { PageTitle } from './PageTitle.tsx'
import { unbroken } from './unbroken.tsx'

export type Fact = { label: string; value: ReactNode }

type Props = { title?: string | undefined; status?: ReactNode; facts: readonly Fact[]; actions?: ReactNode; children?: ReactNode }

export function DetailPage({ title, status, facts, actions, children }: Props) {
  return (
    <div className="stack">
      <PageTitle title={title}>{actions}</PageTitle>
      {status}
      {facts.length > 0 && (
        <div className="card">
          <Facts facts={facts} />
        </div>
      )}
      {children}
    </div>
  )
}

/** Labels above their values; `big` draws them as the key figures of a report. */
export function Facts({ facts, big = false }: { facts: readonly Fact[]; big?: boolean }) {
  return (
    <dl className={`columns ${styles.facts} ${big ? styles.figures : ''}`}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="muted small">{label}</dt>
          <dd className="strong breaks">{typeof value === 'string' ? unbroken(value) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
