// The checklist of a new organisation on the start page. Steps are ticked automatically, and each links to its screen. The checklist disappears with the first
// sale.
import { Button } from '@mantine/core'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { goGuided } from '../../../kit/base/guided-tour.ts'
import { useOrganisation } from '../../../kit/base/organisation.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import styles from './guided-start.module.css'
import { nextOf, type Start, ways } from './steps.ts'

export default function StartCard({ start }: { start: Start }) {
  const t = useTranslations('start.list')
  const word = useTranslations('words')
  const done = start.steps.filter(({ is_done }) => is_done).length
  const next = nextOf(start)
  return (
    <section className="card stack" aria-label={t('title')}>
      <div className="row">
        <h2>{t('title')}</h2>
        <span className="push muted">{word('done_of_all', { done: format.count(done), all: format.count(start.steps.length) })}</span>
      </div>
      <p className="muted">{t('hint')}</p>
      <ol className={`lines gap-4 ${styles.steps}`}>
        {start.steps.map((one) => (
          <Step key={one.step} start={start} one={one} isNext={one.step === next} />
        ))}
      </ol>
      <MoveIn />
      <NearestShop start={start} />
    </section>
  )
}

type StepProps = { start: Start; one: Start['steps'][number]; isNext: boolean }

function Step({ start, one: { step, is_done, missing }, isNext }: StepProps) {
  const t = useTranslations('start')
  const word = useTranslations('house.words')
  const named = useNamed()
  const user = useUser()
  const way = ways[step]
  const Mark = is_done ? CircleCheck : Circle
  return (
    <li className="abreast gap-12" style={{ '--columns': '20px minmax(0, 1fr) auto' }} data-done={is_done || undefined}>
      <Mark size={20} className="muted" role="img" aria-hidden={!is_done} aria-label={is_done ? word('done') : undefined} />
      <span className={is_done ? 'muted' : undefined}>
        {t(`steps.${step}`)}
        {!is_done && missing.length > 0 && <Missing rights={missing} />}
        {!is_done && step === 'offer' && <OwnReseller />}
      </span>
      {!is_done && missing.length === 0 && way && can(user, way.of) && (
        <Button
          component={Link}
          to={way.to(start)}
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

/** Shown for a step that the user may not take: which right is missing, and who gives it. */
function Missing({ rights }: { rights: StepProps['one']['missing'] }) {
  const word = useTranslations('words')
  const { grantor } = useUser()
  return (
    <>
      <br />
      <small>{word('ask', { grantor, rights: rights.map((right) => word(`rights.${right}`)).join(', ') })}</small>
    </>
  )
}

/** Names the shop's own reseller with its telephone number, because a shop without products can only call it. */
function OwnReseller() {
  const t = useTranslations('start.list')
  const { support } = useOrganisation()
  if (!support?.phone) return null
  return (
    <>
      <br />
      <a href={`tel:${support.phone.replaceAll(' ', '')}`}>{t('call', { name: support.name, phone: support.phone })}</a>
    </>
  )
}

/** A link for resellers that come from another system, so that they need not add their customers one by one. */
function MoveIn() {
  const t = useTranslations('start.list')
  return can(useUser(), 'moveStart') ? (
    <p>
      <InnerLink to="/customers/moving-in">{t('move_in')}</InnerLink>
    </p>
  ) : null
}

/** Shows what the shop that is nearest to its first sale still lacks, before anybody tries to sell. */
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
