// The bell with the number of new notices, which is polled every 20 seconds while the page is visible. New notices are announced by a polite live region, which
// does not interrupt a screen reader.
import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/base/api.ts'
import { openDialog } from '../dialogs.ts'
import styles from '../shell.module.css'

const BELL_MS = 20_000
/** The highest number that the bell shows; a larger number is shown as "9+". */
const MOST = 9

export function Bell() {
  const t = useTranslations('house.shell')
  const { data } = useQuery({ ...query('noticesList', { limit: 1 }), refetchInterval: BELL_MS, staleTime: BELL_MS })
  const unread = data?.unread ?? 0
  const shown = unread > MOST ? `${MOST}+` : String(unread)
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        className={styles.bell}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? t('notices_unread', { count: shown }) : t('notices')}
        onClick={() => openDialog('notices')}
      >
        <BellIcon size={18} strokeWidth={1.75} aria-hidden />
        {unread > 0 && (
          <span className={`count ${styles.count}`} aria-hidden>
            {shown}
          </span>
        )}
      </ActionIcon>
      <Announced unread={data?.unread} />
    </>
  )
}

/** Announces to screen readers how many notices have arrived since the last poll. Notices that were there at the start are not announced. */
function Announced({ unread }: { unread: number | undefined }) {
  const t = useTranslations('house.shell')
  const before = useRef(unread)
  const [came, setCame] = useState(0)
  useEffect(() => {
    if (unread === undefined) return
    setCame(Math.max(0, unread - (before.current ?? unread)))
    before.current = unread
  }, [unread])
  return (
    <span role="status" className="hidden-visually">
      {came > 0 && t('notices_new', { count: came })}
    </span>
  )
}
