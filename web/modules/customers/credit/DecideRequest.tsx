// The dialog in which a second person decides a request: it says what the request would change, and asks for a reason.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { showsBalance } from './use-booking.ts'

export type Request = Row<'creditRequestsList'>

const ofPrices = ['own_prices', 'plan_prices', 'live_prices', 'live_discounts'] as const
type OfPrices = (typeof ofPrices)[number]
const isOfPrices = (type: Request['type']): type is OfPrices => ofPrices.some((one) => one === type)

type Props = { request: Request; action: 'approve' | 'refuse'; onClose: () => void }

export function DecideRequest({ request, action, onClose }: Props) {
  const t = useTranslations('credit.requests')
  const word = useTranslations('words')
  const amount = request.amount === null ? t('any_amount') : format.money(request.amount)
  const figures = { amount, customer: request.customer_name }
  const about = isOfPrices(request.type) ? 'prices' : request.type
  const isBooking = request.type === 'top_up' || request.type === 'credit_limit'
  const form = useCallForm('creditRequestDecide', {
    fixed: { request_id: request.request_id, action },
    refresh: [...showsBalance, 'autoCreditLedger', 'assignedProducts', 'assignedList', 'plansList'],
    done: onClose,
  })
  return (
    <FormDialog
      title={t(isBooking ? `${action}_title` : `${action}_guard_title`, figures)}
      form={form}
      submit={word(action)}
      onClose={onClose}
      above={<p>{t(`${action}_text.${about}`, { ...figures, name: request.asked_by })}</p>}
    >
      <TextField {...form.fields.reason} autoFocus />
    </FormDialog>
  )
}
