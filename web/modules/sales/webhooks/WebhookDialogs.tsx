// The forms for a new webhook and for changing one.
import { useTranslations } from 'use-intl'
import { webhookEvents } from '../../../../contract/sales/webhooks.ts'
import type { Output } from '../../../kit/base/api.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm, useEditForm } from '../../../kit/form/use-call-form.ts'
import { EventsField } from './EventsField.tsx'

export type Webhook = Output<'webhooksList'>['content'][number]

export function AddDialog({ done, onClose }: { done: (made: Output<'webhookAdd'>) => void; onClose: () => void }) {
  const t = useTranslations('webhooks')
  const form = useCallForm('webhookAdd', { values: { events: [...webhookEvents] }, refresh: ['webhooksList'], done })
  return (
    <FormDialog title={t('add')} form={form} submit={t('add')} onClose={onClose}>
      <TextField {...form.fields.url} hint={t('url_hint')} autoFocus />
      <EventsField {...form.fields.events} />
    </FormDialog>
  )
}

export function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations('webhooks')
  const { webhook_id, url, events } = webhook
  const form = useEditForm('webhookUpdate', { url, events }, { fixed: { webhook_id }, refresh: ['webhooksList'], done: onClose })
  return (
    <FormDialog title={t('edit_title')} form={form} submit={t('save')} onClose={onClose}>
      <TextField {...form.fields.url} hint={t('url_hint')} autoFocus />
      <EventsField {...form.fields.events} />
    </FormDialog>
  )
}
