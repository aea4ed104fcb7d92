// A part of a page that waits for its own answer, and where that fails, it alone is asked again.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from './Empty.tsx'
import styles from './kit.module.css'

type Props<T> = {
  /** Nothing is shown to whom it is not open. */
  of: UseQueryResult<T> | undefined
  children: (data: T) => ReactNode
}

export function Widget<T>({ of: asked, children }: Props<T>) {
  const t = useTranslations('pages.list')
  if (!asked) return null
  if (asked.data !== undefined) return children(asked.data)
  if (asked.isPending) return <section className={`card ${styles.waiting}`} data-waiting role="status" aria-label={t('loading')} />
  return (
    <section className="card">
      <Failed error={asked.error} retry={() => asked.refetch()} />
    </section>
  )
}
