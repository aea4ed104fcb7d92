// Notices, newest first, each with the page it leads to. Opening the panel marks them as seen.
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { parseMoney } from '../../contract/kit/money.ts'
import { ask, type Output, query, useUser } from '../kit/base/api.ts'
import { can } from '../kit/base/can.ts'
import * as format from '../kit/base/format.ts'
import { Dialog } from '../kit/page/Dialog.tsx'
import { Empty, Failed } from '../kit/page/Empty.tsx'
import { InnerLink } from '../kit/page/InnerLink.tsx'
import { screenOf } from '../screens/menu.ts'
import { rightOf } from '../screens/screens.ts'
import { closeDialog } from './dialogs.ts'
import { amounts, blank, leadsTo } from './notice-kinds.ts'
import styles from './notices.module.css'

type Notice = Output<'noticesList'>['content'][number]

const STEP = 20
const MOST = 100

export default function NoticesPanel() {
  const t = useTranslations('shell.notices')
  const title = useTranslations('house.shell')('notices')
  const [limit, setLimit] = useState(STEP)
  const list = useQuery({ ...query('noticesList', { limit }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0, placeholderData: keepPreviousData })
  useSeen(list.isSuccess)
  const total = list.data?.filters.total_count ?? 0
  return (
    <Dialog title={title} onClose={closeDialog}>
      {list.isError && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && total === 0 && <Empty title={t('nothing')} hint={t('nothing_hint')} />}
      <ol className={styles.list}>
        {list.data?.content.map((notice) => (
          <Line key={notice.notice_id} notice={notice} />
        ))}
      </ol>
      {total > limit && limit < MOST && (
        <Button variant="default" disabled={list.isFetching} onClick={() => setLimit(limit + STEP)}>
          {t('older')}
        </Button>
      )}
    </Dialog>
  )
}

/** Notices marked as new stay marked while the panel is open; the bell's count is cleared at once. */
function useSeen(isShown: boolean) {
  const cache = useQueryClient()
  useEffect(() => {
    if (!isShown) return
    ask('noticesSeen', {}).then(
      () => cache.invalidateQueries({ queryKey: query('noticesList', { limit: 1 }).queryKey }),
      () => undefined,
    )
  }, [isShown, cache])
}

function Line({ notice }: { notice: Notice }) {
  const t = useTranslations('shell.notices')
  const user = useUser()
  const text = useSentence(notice)
  const screenPath = leadsTo[notice.kind]
  const to = screenPath.replace('$configId', notice.data['configuration_id'] ?? '')
  const screen = screenOf(screenPath.split('?')[0] ?? '')
  return (
    <li className={styles.line}>
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

function useSentence({ kind, data }: Notice): string {
  const t = useTranslations('shell.notices.kinds')
  const figures = Object.fromEntries(amounts.map((name) => [name, data[name] ? format.money(parseMoney(data[name]) ?? 0) : '']))
  const count = data.count ? format.count(Number(data.count)) : ''
  const day = data['day'] ? format.day(data['day']) : ''
  return t(kind, { ...blank, amount: '', balance: '', value: '', ...data, ...figures, count, day }).replaceAll('  ', ' ')
}
