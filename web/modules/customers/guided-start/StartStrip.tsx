// The strip above a page for users who came from the checklist: their progress, the next step, and the way back.
import { Button } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './guided-start.module.css'
import { endGuided } from './guided-tour.ts'
import { ways } from './steps.ts'

/** How often the steps are read again, because another person may complete one meanwhile. */
const REFRESH_MS = 15_000

export default function StartStrip() {
  const t = useTranslations('start')
  const word = useTranslations('words')
  const user = useUser()
  const { pathname } = useLocation()
  const [isHidden, setHidden] = useState(false)
  const isBusy = useIsMutating() > 0
  const { data, refetch } = useQuery({ ...query('guidedStart', {}), refetchInterval: REFRESH_MS, enabled: !isHidden })
  // A step completed on this page is ticked while the user is still there.
  useEffect(() => {
    if (!isBusy && !isHidden && pathname) refetch()
  }, [isBusy, isHidden, pathname, refetch])
  if (isHidden || !data || data.steps.length === 0 || pathname === '/dashboard') return null
  const next = data.steps.find(({ is_done }) => !is_done)
  const way = next && ways[next.step]
  return (
    <nav className={`${styles.strip} row no-print`} aria-label={t('list.title')}>
      <b>{word('done_of_all', { done: format.count(data.steps.filter(({ is_done }) => is_done).length), all: format.count(data.steps.length) })}</b>
      {next && way && can(user, way.of) && way.to !== pathname && (
        <Button component={Link} to={way.to} size="xs">
          {t(`steps.${next.step}`)}
        </Button>
      )}
      <Button component={Link} to="/dashboard" size="xs" variant="default">
        {word('back_to_the_list')}
      </Button>
      <Button
        className="push"
        size="xs"
        variant="subtle"
        onClick={() => {
          endGuided()
          setHidden(true)
        }}
      >
        {t('list.close')}
      </Button>
    </nav>
  )
}
