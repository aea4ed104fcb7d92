// A part of a page that has its own request. If the request fails, only this part shows the error, with a button to request it again.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from './Empty.tsx'
import styles from './kit.module.css'

type Props<T> = {
  /** The part's request; undefined for users without access, who see nothing. */
  of: UseQueryResult<T> | undefined
  children: (data: T) => ReactNode
}

export function Widget<T>({ of: asked, children }: Props<T>) {
  const word = useTranslations('house.words')
  if (!asked) return null
  if (asked.data !== undefined) return children(asked.data)
  if (asked.isPending) return <section className={`card ${styles.waiting}`} data-waiting role="status" aria-label={word('loading')} />
  return (
    <section className="card">
      <Failed error={asked.error} retry={() => asked.refetch()} />
    </section>
  )
}
