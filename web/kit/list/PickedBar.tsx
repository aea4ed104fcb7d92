// How many rows are chosen, buttons to choose all or none, and what can be done with them.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import styles from './list.module.css'

type Props = { count: number; total: number; isAsking: boolean; all: () => void; clear: () => void; children: ReactNode }

export function PickedBar({ count, total, isAsking, all, clear, children }: Props) {
  const t = useTranslations('pages.list')
  return (
    <section className={`card row no-print ${styles.picked}`} aria-label={t('chosen', { count: format.count(count) })}>
      <b role="status">{t('chosen', { count: format.count(count) })}</b>
      {count < total && (
        <Button size="xs" variant="subtle" disabled={isAsking} onClick={all}>
          {t('choose_all', { count: format.count(total) })}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={clear}>
        {t('choose_none')}
      </Button>
      <div className="row push">{children}</div>
    </section>
  )
}
