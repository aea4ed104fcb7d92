// One status notice, to be changed.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { refresh, StatusNoticeFields } from './StatusNoticeFields.tsx'

export default function StatusNoticeEdit() {
  const word = useTranslations('words')
  const { statusNoticeId = '' } = useParams()
  const asked = useQuery(query('statusNoticesList', { filters: { status_notice_id: statusNoticeId } }))
  const missing = { title: word('not_here'), to: '/status-notices/view', label: word('to_the_list') }
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(row) => <Edit key={statusNoticeId} row={row} />}
    </OnePage>
  )
}

function Edit({ row }: { row: Row<'statusNoticesList'> }) {
  const t = useTranslations('house.words')
  const form = useEditForm('statusNoticeUpdate', row, { refresh })
  return (
    <div className="stack">
      <PageTitle title={row.headline} />
      <section className="card">
        <CallForm form={form} submit={t('save')}>
          <StatusNoticeFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
