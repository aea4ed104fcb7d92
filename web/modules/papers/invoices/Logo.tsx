// The logo for new documents, which is uploaded as soon as it is chosen.
import { Button, FileButton } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { actorOf } from '../../../kit/base/can.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'

export function Logo({ logo }: { logo: string | null }) {
  const t = useTranslations('invoices.logo')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const problem = useTranslations('errors.problems')
  // A logo could contain the number of another bank account, so users who may not change the bank details may not change the logo either.
  const mayChange = actorOf(useUser()).is_manager
  const id = useId()
  const change = useCall('invoiceLogo', { refresh: ['invoiceSettings'] })
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{field('logo')}</h2>
      <Refusal error={change.error} changes />
      {logo && <img src={logo} alt={field('logo')} className="invoice-logo" />}
      {mayChange ? (
        <div className="row">
          <FileButton accept="image/png,image/jpeg,image/webp" disabled={change.isPending} onChange={(file) => file && change.mutate({ logo: file })}>
            {(button) => (
              <Button variant="default" disabled={change.isPending} {...button}>
                {word(logo ? 'choose_another_picture' : 'choose_a_picture')}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="default" disabled={change.isPending} onClick={() => change.mutate({})}>
              {t('remove')}
            </Button>
          )}
        </div>
      ) : (
        <p className="muted">{problem('managers_only')}</p>
      )}
      <p className="muted">{t('hint')}</p>
    </section>
  )
}
