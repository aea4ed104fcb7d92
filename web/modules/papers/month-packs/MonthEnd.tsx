// The pack of a month (documents, ledgers, Z-reports, stock and bookings in one archive): the user chooses the month, then fetches the file.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { RecentFiles } from '../../../kit/list/RecentFiles.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'

const MONTHS = 36

/** Returns past months in Berlin, the latest first. */
function monthsBefore(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, i) => new Date(Date.UTC(year, month - 2 - i, 1)).toISOString().slice(0, 7))
}

export default function MonthEnd() {
  const t = useTranslations('invoices.month_end')
  const mayRead = can(useUser(), 'ledgerCustomer')
  return (
    <div className="stack">
      <PageTitle />
      <section className="card stack" aria-labelledby="month-end">
        <h2 id="month-end">{t('heading')}</h2>
        <p>{t('what')}</p>
        <p className="muted">{t('same')}</p>
        {mayRead ? <Start /> : <p className="notice">{t('no_right')}</p>}
      </section>
      <RecentFiles />
    </div>
  )
}

function Start() {
  const t = useTranslations('invoices.month_end')
  const navigate = useNavigate()
  const datev = useQuery(query('datevSettings', {})).data
  const months = monthsBefore(format.berlinDay())
  const form = useCallForm('monthPack', {
    values: { month: months[0] ?? '' },
    refresh: ['exportsList'],
    done: ({ download_id }) => navigate(`/download/${download_id}`),
  })
  const isWithoutDatev = datev && (datev.consultant_no === 0 || datev.client_no === 0)
  return (
    <>
      <CallForm form={form} submit={t('make')}>
        <SelectField {...form.fields.month} options={months.map((value) => ({ value, label: value.split('-').reverse().join('.') }))} />
      </CallForm>
      {isWithoutDatev && (
        <p className="notice">
          {t('without_datev')} <InnerLink to="/invoice-settings">{t('to_settings')}</InnerLink>
        </p>
      )}
    </>
  )
}
