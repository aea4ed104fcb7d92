// The checklist of a new organisation on the start page: steps tick themselves, each links to its screen. It disappears with the first sale.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './guided-start.module.css'
import { goGuided } from './guided-tour.ts'
import { ways } from './steps.ts'

type Start = Output<'guidedStart'>

export default function StartCard({ start }: { start: Start }) {
  const t = useTranslations('start.list')
  const word = useTranslations('words')
  const done = start.steps.filter(({ is_done }) => is_done).length
  return (
    <section className="card stack" aria-label={t('title')}>
      <div className="row">
        <h2>{t('title')}</h2>
        <span className="push muted">{word('done_of_all', { done: format.count(done), all: format.count(start.steps.length) })}</span>
      </div>
      <p className="muted">{t('hint')}</p>
      <ol className={`lines gap-4 ${styles.steps}`}>
        {start.steps.map((one) => (
          <Step key={one.step} one={one} isNext={one === start.steps.find(({ is_done }) => !is_done)} />
        ))}
      </ol>
      <NearestShop start={start} />
    </section>
  )
}

function Step({ one: { step, is_done }, isNext }: { one: Start['steps'][number]; isNext: boolean }) {
  const t = useTranslations('start')
  const word = useTranslations('house.words')
  const named = useNamed()
  const user = useUser()
  const way = ways[step]
  const Mark = is_done ? CircleCheck : Circle
  return (
    <li data-done={is_done || undefined}>
      <Mark size={20} role="img" aria-hidden={!is_done} aria-label={is_done ? word('done') : undefined} />
      <span>{t(`steps.${step}`)}</span>
      {!is_done && way && can(user, way.of) && (
        <Button
          component={Link}
          to={way.to}
          size="xs"
          variant={isNext ? 'filled' : 'default'}
          aria-label={named(t('list.open'), t(`steps.${step}`))}
          onClick={() => goGuided(user.user_id)}
        >
          {t('list.open')}
        </Button>
      )}
    </li>
  )
}

/** Once there is a shop, what it lacks is shown before anybody tries to sell. */
function NearestShop({ start: { hindrance, customer_id } }: { start: Start }) {
  const t = useTranslations('start')
  if (!customer_id) return null
  return (
    <p className={hindrance ? 'notice warning' : 'notice'}>
      {hindrance ? t('list.shop_waits', { reason: t(`why.${hindrance}`) }) : t('list.shop_ready')}{' '}
      <InnerLink to={`/customer/details/${customer_id}`}>{t('list.see_shop')}</InnerLink>
    </p>
  )
}
