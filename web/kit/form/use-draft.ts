// Typed input survives a reload and the end of the session: it is stored in this tab until it is sent, and the same form shows it again to the same person.

import { useEffect, useRef, useState } from 'react'
import { type CallName, useUser } from '../base/api.ts'
import { useLocation } from '../router/Pages.tsx'
import { draftName, dropDraft, keepable, keepDraft, readDraft } from './drafts.ts'
import { draftOf, type Shape, type Values, valuesOfDraft } from './form-values.ts'

type Props = { call: CallName; shape: Shape; subject: Values; base: Values; values: Values; restore: (values: Record<string, unknown>) => void }

export function useDraft({ call, shape, subject, base, values, restore }: Props) {
  const { user_id } = useUser()
  const name = draftName(user_id, useLocation().pathname, `${call}:${JSON.stringify(subject)}`)
  const current = useRef({ shape, restore })
  current.current = { shape, restore }
  const [isShown, setShown] = useState(false)
  const draft = keepable(draftOf(shape, base, values))
  const typed = JSON.stringify(draft)
  const kept = useRef(typed)
  useEffect(() => {
    const found = readDraft(name)
    if (found) current.current.restore(valuesOfDraft(current.current.shape, found))
    setShown(found !== undefined)
  }, [name])
  useEffect(() => {
    if (kept.current !== typed) keepDraft(name, JSON.parse(typed))
    kept.current = typed
  }, [name, typed])
  function drop() {
    dropDraft(name)
    setShown(false)
  }
  return {
    drop,
    /** Called when the form is sent: deletes the draft. If the draft reappeared after a reload while the outcome is uncertain, the user could send it twice. */
    sent: () => dropDraft(name),
    refused: () => keepDraft(name, draft),
    notice: isShown ? { hide: () => setShown(false) } : undefined,
  }
}
