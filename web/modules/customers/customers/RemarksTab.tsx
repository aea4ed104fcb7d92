// Remarks about a customer, which are saved automatically a second after the last keystroke.
import { Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useUnsaved } from '../../../kit/form/unsaved-input.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import type { Details } from './customer-form.ts'
import { Notes } from './Notes.tsx'

const TYPING_MS = 1_000
const MOST = 2_000

export function RemarksTab({ customer: { customer_id, remarks } }: { customer: Details }) {
  const t = useTranslations('customers.remarks')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const mayChange = can(useUser(), 'customerRemarks')
  const [text, setText] = useState(remarks)
  const [kept, setKept] = useState(remarks)
  const call = useCall('customerRemarks', { refresh: ['customerDetails'] })
  const isDirty = text.trim() !== kept.trim()
  useUnsaved(isDirty)
  const save = (next: string) => call.mutate({ customer_id, remarks: next }, { onSuccess: () => setKept(next) })
  const saveSoon = useDebouncedCallback(save, { delay: TYPING_MS, flushOnUnmount: true })
  return (
    <>
      <div className="card stack">
        <Textarea
          label={field('remarks')}
          description={t('hint')}
          rows={8}
          maxLength={MOST}
          value={text}
          readOnly={!mayChange}
          onChange={(event) => {
            setText(event.currentTarget.value)
            saveSoon(event.currentTarget.value)
          }}
          onBlur={() => saveSoon.flush()}
        />
        <p role="status" className="muted">
          {call.isPending ? t('saving') : isDirty ? t('not_saved') : call.isSuccess && word('saved')}
        </p>
        <Refusal error={call.error} changes />
      </div>
      <Notes customer_id={customer_id} />
    </>
  )
}
