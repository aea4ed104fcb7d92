// Notices in a side panel: first the five oldest new ones, then on demand the latest notices by day, at most a hundred. Notices stay new until the user marks
// all of them, or all of one kind, as read.
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NoticeKind } from '../../../contract/messages/notices.ts'
import { query, useCall } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Empty, Failed } from '../../kit/page/Empty.tsx'
import { PushChoice } from '../../modules/messages/push/push.ts'
import { closeDialog } from '../dialogs.ts'
import { grouped, NoticeGroup } from './NoticeGroup.tsx'

const STEP = 20
const MOST = 100
/** The number of new notices that the panel shows at first. */
const FIRST = 5

const lasting = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, placeholderData: keepPreviousData } as const

export default function NoticesPanel() {
  const t = useTranslations('notices')
  const title = useTranslations('house.shell')('notices')
  const [showsAll, setShowsAll] = useState(false)
  const fresh = useQuery({ ...query('noticesList', { limit: FIRST, unread: true }), ...lasting })
  const seen = useCall('noticesSeen', { refresh: ['noticesList'] })
  const unread = fresh.data?.unread ?? 0
  const rest = unread - (fresh.data?.content.length ?? 0)
  const isList = showsAll || (fresh.isSuccess && unread === 0)
  return (
    <Dialog title={title} onClose={closeDialog} side>
      {fresh.isError && <Failed error={fresh.error} retry={() => fresh.refetch()} />}
      {unread > 0 && (
        <div>
          <Button size="xs" variant="default" disabled={seen.isPending} onClick={() => seen.mutate({})}>
            {t('all_read')}
          </Button>
        </div>
      )}
      <PushChoice />
      {isList ? (
        <AllNotices isBusy={seen.isPending} read={seen.mutate} />
      ) : (
        <section className="stack gap-12" aria-label={t('new')}>
          {grouped(fresh.data?.content ?? [], ({ kind }) => kind).map(([kind, notices]) => (
            <NoticeGroup key={kind} notices={notices} shown={FIRST} isBusy={seen.isPending} read={() => seen.mutate({ kind })} />
          ))}
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {rest > 0 ? t('more', { n: rest, count: format.count(rest) }) : t('older')}
          </Button>
        </section>
      )}
    </Dialog>
  )
}

/** The number of notices of one kind and day that are shown before the user opens the rest. */
const SHOWN = 3

/** New and read notices by day and kind, the newest first. */
function AllNotices({ isBusy, read }: { isBusy: boolean; read: (which: { kind: NoticeKind }) => void }) {
  const t = useTranslations('notices')
  const [limit, setLimit] = useState(STEP)
  const list = useQuery({ ...query('noticesList', { limit }), ...lasting })
  const total = list.data?.filters.total_count ?? 0
  return (
    <>
      {list.isError && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && total === 0 && <Empty title={t('nothing')} hint={t('nothing_hint')} />}
      {grouped(list.data?.content ?? [], ({ created_at }) => format.date(created_at)).map(([day, notices]) => (
        <section key={day} aria-label={day}>
          <h3 className="muted small medium">{day}</h3>
          {grouped(notices, ({ kind }) => kind).map(([kind, group]) => (
            <NoticeGroup key={kind} notices={group} shown={SHOWN} isBusy={isBusy} read={() => read({ kind })} />
          ))}
        </section>
      ))}
      {total > limit && limit < MOST && (
        <Button variant="default" disabled={list.isFetching} onClick={() => setLimit(limit + STEP)}>
          {t('older')}
        </Button>
      )}
    </>
  )
}
