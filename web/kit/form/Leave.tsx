// Asks in a dialog of the app before the user leaves a page with unsent input. If the tab is closed or reloaded, the browser asks (unsaved-input.ts).

import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Confirm } from '../page/Confirm.tsx'
import { useBlocker } from '../router/Pages.tsx'
import { useUnsaved } from './unsaved-input.ts'

export type Leaving = { asks: { stay: () => void; leave: () => void } | undefined }

type Place = { pathname: string; search: { tab?: unknown } }

/**
 * Whether a navigation leaves the page: it does if the path or the page's tab changes, but not if another part of the address changes, such as a list's
 * filters.
 */
export const isLeft = (current: Place, next: Place) => current.pathname !== next.pathname || current.search.tab !== next.search.tab

/** `left` is called when the user gave up the input. A page calls `forget` before it is left on purpose, as after saving. */
export function useLeaving(isDirty: boolean, left: () => void) {
  const holds = useRef(isDirty)
  holds.current = isDirty
  const unmark = useUnsaved(isDirty)
  const question = useBlocker((current, next) => holds.current && isLeft(current, next))
  function leave() {
    left()
    unmark()
    question?.leave()
  }
  return {
    asks: question && { stay: question.stay, leave },
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
