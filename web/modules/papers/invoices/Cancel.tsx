// Cancels a document, with a reason; the page then shows the document that cancels it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'

export function Cancel({ invoice_id }: { invoice_id: string }) {
  const t = useTranslations('invoices')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('cancel')}
      </Button>
      {isOpen && (
        <Dialog title={t('cancel')} onClose={() => setOpen(false)}>
          <p>{t('cancel_hint')}</p>
          <CancelForm invoice_id={invoice_id} done={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function CancelForm({ invoice_id, done }: { invoice_id: string; done: () => void }) {
  const t = useTranslations('invoices')
  const form = useCallForm('invoiceCancel', {
    fixed: { invoice_id },
    refresh: ['invoiceReport', 'invoicesList', 'reclamationInvoicesList', 'customersForInvoice'],
    done,
  })
  return (
    <CallForm form={form} submit={t('cancel')}>
      <TextField {...form.fields.reason} />
    </CallForm>
  )
}
