// The bar about chosen rows: their number, buttons to choose all rows or to clear the choice, and buttons for actions on them.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import styles from './list.module.css'

type Props = { count: number; total: number; isAsking: boolean; all: () => void; clear: () => void; children: ReactNode }

export function PickedBar({ count, total, isAsking, all, clear, children }: Props) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  return (
    <section className={`card row no-print ${styles.picked}`} aria-label={t('chosen', { count: format.count(count) })}>
      <b role="status">{t('chosen', { count: format.count(count) })}</b>
      {count < total && (
        <Button size="xs" variant="subtle" disabled={isAsking} onClick={all}>
          {t('choose_all', { count: format.count(total) })}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={clear}>
        {word('choose_none')}
      </Button>
      <div className="row push">{children}</div>
    </section>
  )
}
