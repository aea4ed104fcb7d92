// Asks in our own dialog before a page with unsent work is left. Closing the tab or reloading it is asked by the browser (unsaved.ts).
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Confirm } from '../page/Confirm.tsx'
import { useUnsaved } from './unsaved.ts'

export type Leaving = { asks: { stay: () => void; leave: () => void } | undefined }

type Place = { pathname: string; search: { tab?: unknown } }

/** A tab is a place of its own; the rest of an address, such as a list's filters, is not. */
export const isLeft = (current: Place, next: Place) => current.pathname !== next.pathname || current.search.tab !== next.search.tab

/** `left`: the work is given up. `forget` before a page is left on purpose, after saving. */
export function useLeaving(isDirty: boolean, left: () => void) {
  const holds = useRef(isDirty)
  holds.current = isDirty
  const unmark = useUnsaved(isDirty)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => holds.current && isLeft(current, next),
    withResolver: true,
    enableBeforeUnload: false,
  })
  function leave() {
    left()
    unmark()
    proceed?.()
  }
  return {
    asks: status === 'blocked' ? { stay: reset, leave } : undefined,
    forget: () => {
      holds.current = false
      unmark()
    },
  }
}

export function LeaveDialog({ asks }: Leaving) {
  const t = useTranslations('house.form')
  if (!asks) return null
  return <Confirm title={t('leave')} confirm={t('leave_anyway')} back={t('stay')} danger onConfirm={asks.leave} onClose={asks.stay} />
}
