// FORM: a call with fields. The contract checks each field when it loses the focus, and all fields on submit. The server's problems are shown at the same
// fields.
// const form = useCallForm('walletChange', { labels: { amount: t('amount') }, values: { type: 'top_up' }, done: (change) => … })
// const form = useEditForm('supplierUpdate', supplier, { labels: useLabels(), refresh: ['suppliersList'] })
// <CallForm form={form} submit={t('book')}><MoneyField {...form.fields.amount} /></CallForm>
import { Button } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../base/action-name.ts'
import { isKey } from '../base/keys.ts'
import { Refusal } from '../page/Refusal.tsx'
import stars from './form.module.css'
import { LeaveDialog } from './Leave.tsx'
import type { CallFormState } from './use-call-form.ts'

/**
 * `saved`: the message of an edit form after saving, if it is not the usual one. `waits`: whether choices are still loading; the form cannot be sent until the
 * user has seen them.
 */
type Props = { form: CallFormState; submit: ReactNode; children: ReactNode; actions?: ReactNode; saved?: string; waits?: boolean }

export function CallForm({ form, submit, children, actions, saved, waits = false }: Props) {
  const t = useTranslations('house.form')
  const word = useTranslations('house.words')
  const element = useRef<HTMLFormElement>(null)
  function send(event: FormEvent) {
    event.preventDefault()
    if (!waits) form.submit()
  }
  function onKey(event: KeyboardEvent) {
    if (!isKey(event, 'submit') && !isKey(event, 'save')) return
    event.preventDefault()
    element.current?.requestSubmit()
  }
  return (
    <>
      <form ref={element} className="stack narrow" onSubmit={send} onKeyDown={onKey} noValidate>
        <Kept form={form} />
        <Summary form={form} />
        <Refusal error={form.refusal} changes />
        {children}
        <div className="row">
          <Button type="submit" disabled={form.busy || waits}>
            {form.busy ? word('sending') : submit}
          </Button>
          {actions}
          <span className={`muted ${stars.required}`} aria-hidden>
            {t('required')}
          </span>
          {form.isSaved !== undefined && <span role="status">{form.isSaved && (saved ?? word('saved'))}</span>}
        </div>
      </form>
      <LeaveDialog asks={form.leaving.asks} />
    </>
  )
}

/** Tells the user that the fields contain text typed before a reload or before the session ended. */
function Kept({ form: { kept } }: { form: CallFormState }) {
  const t = useTranslations('house.form')
  const word = useTranslations('house.words')
  if (!kept) return null
  return (
    <div role="status" className="notice row">
      {t('kept')}
      <Button size="xs" variant="default" onClick={kept.discard}>
        {t('kept_discard')}
      </Button>
      <button type="button" className="bare square push" aria-label={word('close')} onClick={kept.keep}>
        <X size={18} aria-hidden />
      </button>
    </div>
  )
}

/**
 * The list of problems after a failed submit. The list gets the focus, each line links to its field, and folded parts of the form open if they contain such a
 * field.
 */
function Summary({ form }: { form: CallFormState }) {
  const t = useTranslations('house.form')
  const named = useNamed()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.attempts === 0) return
    for (const fold of document.querySelectorAll('details:has([aria-invalid="true"])')) fold.setAttribute('open', '')
    element.current?.focus()
  }, [form.attempts])
  if (form.attempts === 0 || form.problems.length === 0) return null
  return (
    <div ref={element} tabIndex={-1} role="alert" className="notice danger">
      <b>{t('summary')}</b>
      <ul>
        {form.problems.map(({ id, label, text }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {named(label, text)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(event: { preventDefault: () => void }, id: string) {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
