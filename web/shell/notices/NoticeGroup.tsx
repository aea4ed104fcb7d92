// Notices of one kind, each as a sentence with a link to its page.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { parseMoney, parsePercent } from '../../../contract/kit/money.ts'
import { useNamed } from '../../kit/base/action-name.ts'
import { type Output, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { screenOf } from '../../screens/menu.ts'
import { rightOf } from '../../screens/screens.ts'
import { amounts, blank, leadsTo, shares } from './notice-kinds.ts'
import styles from './notices.module.css'

export type Notice = Output<'noticesList'>['content'][number]

/** Groups the notices; the groups are in the order in which the first notice of each appears. */
export function grouped<K extends string>(notices: readonly Notice[], of: (notice: Notice) => K): [K, Notice[]][] {
  const groups = new Map<K, Notice[]>()
  for (const notice of notices) groups.set(of(notice), [...(groups.get(of(notice)) ?? []), notice])
  return [...groups]
}

type Props = {
  notices: readonly Notice[]
  /** How many notices are shown before the user opens the rest. */
  shown: number
  isBusy: boolean
  /** Marks all notices of this kind as read. */
  read: () => void
}

/** Draws the notices of one kind, with a button that marks them as read. */
export function NoticeGroup({ notices, shown, isBusy, read }: Props) {
  const t = useTranslations('notices')
  const named = useNamed()
  const [isOpen, setOpen] = useState(false)
  const [first] = notices
  const sentence = useSentence()
  if (!first) return null
  const rest = notices.length - shown
  return (
    <div className={styles.group}>
      <ol className="ruled">
        {notices.slice(0, isOpen ? undefined : shown).map((notice) => (
          <Line key={notice.notice_id} notice={notice} />
        ))}
      </ol>
      <div className="row">
        {!isOpen && rest > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
            {t('more', { n: rest, count: format.count(rest) })}
          </Button>
        )}
        {notices.length > 1 && notices.some(({ is_unread }) => is_unread) && (
          <Button size="compact-xs" variant="subtle" disabled={isBusy} aria-label={named(t('these_read'), sentence(first))} onClick={read}>
            {t('these_read')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Line({ notice }: { notice: Notice }) {
  const t = useTranslations('notices')
  const user = useUser()
  const text = useSentence()(notice)
  const screenPath = leadsTo[notice.kind]
  const to = screenPath.replace('$configId', notice.data['configuration_id'] ?? '').replace('$customerId', notice.data['customer_id'] ?? '')
  const screen = screenOf(screenPath.split('?')[0] ?? '')
  return (
    <li className={`lines gap-4 breaks ${styles.line}`}>
      {screen && can(user, rightOf(screen)) ? <InnerLink to={to}>{text}</InnerLink> : <span>{text}</span>}
      <span className="row">
        <time className="muted" dateTime={notice.created_at}>
          {format.dateTime(notice.created_at)}
        </time>
        {notice.is_unread && <span className="badge info">{t('new')}</span>}
      </span>
    </li>
  )
}

function useSentence(): (notice: Notice) => string {
  const t = useTranslations('notices.kinds')
  return ({ kind, data }) => {
    const figures = Object.fromEntries(amounts.map((name) => [name, data[name] ? format.money(parseMoney(data[name]) ?? 0) : '']))
    const percents = Object.fromEntries(shares.map((name) => [name, data[name] ? format.percent(parsePercent(data[name]) ?? 0) : '']))
    const count = data['count'] ? format.count(Number(data['count'])) : ''
    const day = data['day'] ? format.day(data['day']) : ''
    const values = { ...blank, amount: '', balance: '', value: '', before: '', percent: '', ...data, ...figures, ...percents, count, day }
    return t(kind, values).replaceAll('  ', ' ')
  }
}
