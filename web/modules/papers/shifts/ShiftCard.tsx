// The running shift at this till: its sales so far (hidden if the cash has to be counted first), and the button to close it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import type { Closing } from './day-ends.ts'
import { OpenClaims } from './OpenClaims.tsx'

type Props = { show: (report: ZReport) => void; close: (closing: Closing) => void }

export function ShiftCard({ show, close }: Props) {
  const t = useTranslations('shifts.now')
  const day = useTranslations('shifts.day')
  const { username } = useUser()
  const shift = useQuery(query('shiftNow', {}))
  const look = useQuery(query('zReport', {}))
  if (shift.isError || look.isError) return <Failed error={shift.error ?? look.error} retry={() => Promise.all([shift.refetch(), look.refetch()])} />
  if (!shift.data || !look.data) return <i data-waiting hidden />
  const { report } = look.data
  const { counts_drawer } = shift.data
  return (
    <section className="card stack">
      <h2>{t('title')}</h2>
      <p className="muted">
        <Since shift={shift.data} />
      </p>
      {report ? <Figures report={report} /> : <p className="notice">{t('count_first')}</p>}
      <div className="row no-print">
        <Button size="md" onClick={() => close({ till_id: undefined, username, counts: counts_drawer })}>
          {day('title')}
        </Button>
        {report && (
          <Button variant="default" size="md" onClick={() => show(report)}>
            {t('show_x')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Since({ shift: { opened_at } }: { shift: Output<'shiftNow'> }) {
  const t = useTranslations('shifts.now')
  return opened_at ? t('since', { time: format.dateTime(opened_at) }) : t('first')
}

function Figures({ report }: { report: ZReport }) {
  const t = useTranslations('shifts')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const { face_total, quantity, refunds, open } = report
  return (
    <Facts
      big
      facts={[
        { label: field('sale_count'), value: <Amount value={face_total} /> },
        { label: field('quantity'), value: format.count(quantity) },
        { label: field('refunds'), value: <Amount value={0 - refunds.face_total} /> },
        { label: t('paper.open'), value: format.count(open.filter(({ kind }) => kind === 'sale').length) },
        { label: word('open_claims'), value: <OpenClaims open={open} /> },
      ]}
    />
  )
}
