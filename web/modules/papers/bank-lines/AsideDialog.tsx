// Sets a transfer aside, with the reason why it is not booked in the portal.
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { type Line, nameOf } from './lines.ts'

export function AsideDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const t = useTranslations('credit.bank')
  const form = useCallForm('bankLineAside', {
    fixed: { line_id: line.line_id },
    required: ['reason'],
    refresh: ['bankLinesList'],
    done: onClose,
  })
  return (
    <FormDialog title={t('aside_title', { which: nameOf(line) })} form={form} submit={t('set_aside')} onClose={onClose} above={<p>{t('aside_text')}</p>}>
      <TextField {...form.fields.reason} autoFocus />
    </FormDialog>
  )
}
