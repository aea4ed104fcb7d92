// Sends a document by mail, and lists the mails sent.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

type Shown = Output<'invoiceReport'>

export function MailButton({ invoice_id }: { invoice_id: string }) {
  const t = useTranslations('invoices')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('mail')}
      </Button>
      {isOpen && <MailDialog invoice_id={invoice_id} close={() => setOpen(false)} />}
    </>
  )
}

function MailDialog({ invoice_id, close }: { invoice_id: string; close: () => void }) {
  const t = useTranslations('invoices')
  const form = useCallForm('invoiceMail', { fixed: { invoice_id }, refresh: ['invoiceReport'], done: close })
  return (
    <FormDialog title={t('mail')} form={form} submit={t('mail_send')} onClose={close} above={<p>{t('mail_hint')}</p>}>
      <TextField {...form.fields.email} type="email" hint={t('mail_to_hint')} />
    </FormDialog>
  )
}

export function Mails({ mails }: { mails: Shown['mails'] }) {
  const t = useTranslations('invoices')
  if (mails.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="mails">
      <h2 id="mails">{t('mails')}</h2>
      <ul>
        {mails.map(({ message_id, recipient, state, attachment_name, created_at, sent_at }) => (
          <li key={message_id}>
            {format.dateTime(sent_at ?? created_at)}: {recipient} · {t(`mail_states.${state}`)} · {attachment_name}
          </li>
        ))}
      </ul>
    </section>
  )
}
