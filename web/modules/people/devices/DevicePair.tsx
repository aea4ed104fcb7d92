// Makes this browser a device of the shop, by the code that PairingDialog.tsx shows. The code is typed on this page, or scanned as the page's address.

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUrlState } from '../../../kit/base/url.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Link } from '../../../kit/router/Pages.tsx'

export default function DevicePair() {
  const t = useTranslations('devices')
  const text = useTranslations('auth.pages')
  const screen = useTranslations('house.screens')
  const [{ code = '' }] = useUrlState()
  const [tag, setTag] = useState<string>()
  const form = useCallForm('devicePair', { values: { code }, done: (pairedAs) => setTag(pairedAs.tag) })
  return (
    <div className="stack">
      <PageTitle />
      {tag ? (
        <div role="status" className="notice success">
          <b>{t('is_paired', { tag })}</b>
          <p>
            <Link to="/dashboard">{text('home')}</Link>
          </p>
        </div>
      ) : (
        <section className="card stack">
          <p className="muted">{t('pair_here')}</p>
          <CallForm form={form} submit={screen('device_pair')}>
            <TextField {...form.fields.code} inputMode="numeric" autoFocus />
          </CallForm>
        </section>
      )}
    </div>
  )
}
