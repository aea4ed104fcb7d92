// A new status notice.

import { useTranslations } from 'use-intl'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { refresh, StatusNoticeFields } from './StatusNoticeFields.tsx'

export default function StatusNoticeAdd() {
  const t = useTranslations('house.screens')
  const navigate = useNavigate()
  const form = useCallForm('statusNoticeAdd', { refresh, done: () => navigate('/status-notices/view') })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('status_notice_add')}>
          <StatusNoticeFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
