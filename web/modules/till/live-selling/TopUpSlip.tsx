// The paper slip of a top-up: the amount, the number, and the operator's own reference, for enquiries.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import type { Paper } from '../../../kit/base/sheet.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import '../../../kit/counter/slip.css'
import slipSheet from '../../../kit/counter/slip.css?inline'
import { TrainingMark } from '../../../kit/counter/slip-parts.tsx'
import { readNumber } from '../saved-numbers/saved-numbers.ts'
import { SlipSending } from './SlipSending.tsx'

export type SlipOf = Output<'topUp'>

function TopUpSlip({ slip, width }: { slip: SlipOf; width: Paper }) {
  const t = useTranslations('top_ups.slip')
  const { seller } = slip
  return (
    <div className={`roll roll-${width} slip-${width}`}>
      <div className="roll-centred">
        <b>{seller.name}</b>
        <div className="roll-small">{[seller.address, seller.city].filter(Boolean).join(', ')}</div>
      </div>
      <div className="slip-line" />
      <TrainingMark no={slip.training_no} />
      <div className="roll-centred">
        <b>{t('title')}</b>
        <div>{[slip.operator, slip.product_name].filter(Boolean).join(' · ')}</div>
        <div className="slip-value">{format.printable(format.money(slip.value))}</div>
      </div>
      <div className="roll-centred slip-pin">{readNumber(slip.mobile_number, '')?.written ?? slip.mobile_number}</div>
      <div className="roll-small">
        {slip.arrives && <div>{t('arrived', { amount: slip.arrives })}</div>}
        {slip.reference && <div>{t('reference', { reference: slip.reference })}</div>}
      </div>
      <div className="slip-line" />
      <div className="roll-small">
        <div>{format.printable(format.dateTime(slip.ended_at ?? slip.created_at))}</div>
        <div>{t('transaction', { id: slip.sale_id ?? slip.top_up_id })}</div>
        <div>{t('sold_by', { name: slip.username, organisation: slip.organisation_name })}</div>
      </div>
      <TrainingMark no={slip.training_no} />
    </div>
  )
}

type Props = { slip: SlipOf; step: 'preview' | 'paper'; onPrint: () => void; onClose: () => void }

export function TopUpPrinter({ slip, step, onPrint, onClose }: Props) {
  const t = useTranslations('top_ups.slip')
  const word = useTranslations('house.words')
  const [{ paper }] = usePreferences()
  const page = <TopUpSlip slip={slip} width={paper} />
  if (step === 'paper')
    return (
      <PrintView paper={paper} styles={slipSheet} done={onClose}>
        {page}
      </PrintView>
    )
  return (
    <Dialog title={t('title')} onClose={onClose} returnFocus={false}>
      <div className="stack">
        <div className="row">
          <Button h={56} onClick={onPrint} data-autofocus>
            {word('print_the_slip')}
          </Button>
          <Button h={56} variant="default" onClick={onClose}>
            {word('close')}
          </Button>
        </div>
        {slip.state === 'successful' && !slip.training_no && <SlipSending of={slip} />}
        <div className="paper" style={{ maxWidth: `${paper}mm` }}>
          {page}
        </div>
      </div>
    </Dialog>
  )
}
