// Notices in a side panel, by day and kind, each with a link to its page. They stay new until the user marks all, or all of a kind, as read.
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { parseMoney, parsePercent } from '../../../contract/kit/money.ts'
import { useNamed } from '../../kit/base/action-name.ts'
import { type Output, query, useCall, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Empty, Failed } from '../../kit/page/Empty.tsx'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { PushChoice } from '../../modules/messages/push/push.ts'
import { screenOf } from '../../screens/menu.ts'
import { rightOf } from '../../screens/screens.ts'
import { closeDialog } from '../dialogs.ts'
import { amounts, blank, leadsTo, shares } from './notice-kinds.ts'
import styles from './notices.module.css'

type Notice = Output<'noticesList'>['content'][number]

const STEP = 20
const MOST = 100

/** How many notices of a group are shown before the user opens the rest. */
const SHOWN = 3

export default function NoticesPanel() {
  const t = useTranslations('notices')
  const title = useTranslations('house.shell')('notices')
  const [limit, setLimit] = useState(STEP)
  const list = useQuery({ ...query('noticesList', { limit }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0, placeholderData: keepPreviousData })
  const seen = useCall('noticesSeen', { refresh: ['noticesList'] })
  const total = list.data?.filters.total_count ?? 0
  const days = grouped(list.data?.content ?? [], ({ created_at }) => format.date(created_at))
  return (
    <Dialog title={title} onClose={closeDialog} side>
      {list.isError && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && total === 0 && <Empty title={t('nothing')} hint={t('nothing_hint')} />}
      {(list.data?.unread ?? 0) > 0 && (
        <div>
          <Button size="xs" variant="default" disabled={seen.isPending} onClick={() => seen.mutate({})}>
            {t('all_read')}
          </Button>
        </div>
      )}
      <PushChoice />
      {days.map(([day, notices]) => (
        <section key={day} aria-label={day}>
          <h3 className={`muted small ${styles.day}`}>{day}</h3>
          {grouped(notices, ({ kind }) => kind).map(([kind, group]) => (
            <Group key={kind} notices={group} isBusy={seen.isPending} read={() => seen.mutate({ kind })} />
          ))}
        </section>
      ))}
      {total > limit && limit < MOST && (
        <Button variant="default" disabled={list.isFetching} onClick={() => setLimit(limit + STEP)}>
          {t('older')}
        </Button>
      )}
    </Dialog>
  )
}

/** The notices in groups, in the order in which the first of each group appears. */
function grouped<K extends string>(notices: readonly Notice[], of: (notice: Notice) => K): [K, Notice[]][] {
  const groups = new Map<K, Notice[]>()
  for (const notice of notices) groups.set(of(notice), [...(groups.get(of(notice)) ?? []), notice])
  return [...groups]
}

/** Notices of one kind and day. */
function Group({ notices, isBusy, read }: { notices: readonly Notice[]; isBusy: boolean; read: () => void }) {
  const t = useTranslations('notices')
  const named = useNamed()
  const [isOpen, setOpen] = useState(false)
  const [first] = notices
  const sentence = useSentence()
  if (!first) return null
  const rest = notices.length - SHOWN
  return (
    <div className={styles.group}>
      <ol className="ruled">
        {notices.slice(0, isOpen ? undefined : SHOWN).map((notice) => (
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
          <Button size="compact-xs" variant="subtle" disabled={isBusy} aria-label={named(t('all_read'), sentence(first))} onClick={read}>
            {t('all_read')}
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
    <li className={`lines breaks ${styles.line}`}>
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
