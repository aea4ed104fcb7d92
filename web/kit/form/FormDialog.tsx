// FORM IN A DIALOG: the fields, and "Back" beside the submit button.
//   <FormDialog title={t('title')} form={form} submit={t('save')} onClose={close} above={<p>{t('text')}</p>}>fields</FormDialog>
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../page/Dialog.tsx'
import { CallForm } from './CallForm.tsx'
import type { CallFormState } from './use-call-form.ts'

type Props = { title: string; form: CallFormState; submit: string; onClose: () => void; above?: ReactNode; waits?: boolean; children: ReactNode }

export function FormDialog({ title, form, submit, onClose, above, waits = false, children }: Props) {
  const word = useTranslations('house.words')
  const back = (
    <Button variant="default" onClick={onClose}>
      {word('back')}
    </Button>
  )
  return (
    <Dialog title={title} onClose={onClose}>
      {above}
      <CallForm form={form} submit={submit} actions={back} waits={waits}>
        {children}
      </CallForm>
    </Dialog>
  )
}
