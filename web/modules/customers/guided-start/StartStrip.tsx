// The strip above a page for users who came from the checklist: their progress, the next step, and a link back to the checklist.
import { Button } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StartStep } from '../../../../contract/customers/guided-start.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { endGuided } from '../../../kit/base/guided-tour.ts'
import { Link, useLocation } from '../../../kit/router/Pages.tsx'
import styles from './guided-start.module.css'
import { nextOf, screenOf, ways } from './steps.ts'

/** How often the strip reads the steps again, because another person may complete one meanwhile. */
const REFRESH_MS = 15_000

export default function StartStrip() {
  const t = useTranslations('start')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const user = useUser()
  const { pathname } = useLocation()
  const [isHidden, setHidden] = useState(false)
  const isBusy = useIsMutating() > 0
  const { data, refetch } = useQuery({ ...query('guidedStart', {}), refetchInterval: REFRESH_MS, enabled: !isHidden })
  // A step that the user completes on this page is ticked while the page is still open.
  useEffect(() => {
    if (!isBusy && !isHidden && pathname) refetch()
  }, [isBusy, isHidden, pathname, refetch])
  const [last, setLast] = useState<StartStep>()
  const opened = data?.steps.find(({ step }) => screenOf(step, data) === pathname)?.step
  // A page that opens after a step, such as the page of the added product, still belongs to the step.
  if (opened && opened !== last) setLast(opened)
  if (isHidden || !data || data.steps.length === 0 || pathname === '/dashboard') return null
  const here = data.steps.find(({ step }) => step === (opened ?? last))
  const next = nextOf(data, here?.step)
  const way = next && ways[next]
  return (
    <nav className={`${styles.strip} row no-print`} aria-label={t('list.title')}>
      <b>{word('done_of_all', { done: format.count(data.steps.filter(({ is_done }) => is_done).length), all: format.count(data.steps.length) })}</b>
      {here && (
        <span className="row gap-4" aria-current="step">
          {here.is_done && <CircleCheck size={16} role="img" aria-label={houseWord('done')} />}
          {t(`steps.${here.step}`)}
        </span>
      )}
      {next && way && can(user, way.of) && (
        <Button component={Link} to={way.to(data)} size="xs" variant={!here || here.is_done ? 'filled' : 'default'}>
          {t('list.next', { step: t(`steps.${next}`) })}
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
