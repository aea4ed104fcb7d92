// Says how the user's own organisation is reminded of low credit, with a button to change that.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { remindBy } from '../../../../contract/customers/credit-reminders.ts'
import { type Output, query } from '../../../kit/base/api.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'

type Choice = Output<'ownReminders'>

export function OwnReminders() {
  const t = useTranslations('credit.reminders')
  const word = useTranslations('words')
  const [isChanging, setChanging] = useState(false)
  const { data } = useQuery(query('ownReminders', {}))
  const by = data?.remind_by ?? 'email'
  return (
    <div className="notice row" data-waiting={data ? undefined : ''}>
      <span>{t(`own.${by}`, { to: (by === 'sms' ? data?.mobile : data?.email) || '–' })}</span>
      <Button variant="default" size="xs" disabled={!data} onClick={() => setChanging(true)}>
        {word('change')}
      </Button>
      {isChanging && data && <Change choice={data} onClose={() => setChanging(false)} />}
    </div>
  )
}

function Change({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const t = useTranslations('credit.reminders')
  const house = useTranslations('house.words')
  const { by } = useMessages().credit.reminders
  const form = useEditForm('ownRemindersUpdate', choice, { refresh: ['ownReminders'], done: onClose })
  const ways = remindBy.filter((way) => way !== 'sms' || choice.has_sms || choice.remind_by === 'sms')
  return (
    <FormDialog title={t('own_title')} form={form} submit={house('save')} onClose={onClose} above={<p>{t('own_text')}</p>}>
      <SelectField {...form.fields.remind_by} autoFocus options={ways.map((value) => ({ value, label: by[value] }))} />
    </FormDialog>
  )
}
