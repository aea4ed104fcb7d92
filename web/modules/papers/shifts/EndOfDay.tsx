// The end of a day in one dialog: count the drawer if the shop requires it, close the shift, print its Z-report. Nothing is printed before the server has
// answered.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { ask, type Input, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { isRefusal } from '../../../kit/form/use-transaction-key.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Steps } from '../../../kit/page/Steps.tsx'
import { type Closing, endOf, forgetEnd, rememberEnd, rememberedEnd, showsShifts } from './day-ends.ts'
import { ZPrint } from './ZPrint.tsx'

export function EndOfDay({ closing: { till_id, username, counts }, onClose }: { closing: Closing; onClose: () => void }) {
  const t = useTranslations('shifts')
  const word = useTranslations('house.words')
  const words = useTranslations('words')
  const [report, setReport] = useState<ZReport>()
  const { sent, send } = useSending(till_id)
  const asks = counts && !sent
  const form = useCallForm('zReport', {
    labels: { counted: t('close.counted') },
    ...(till_id === undefined ? {} : { fixed: { till_id } }),
    required: asks ? ['counted'] : [],
    refresh: showsShifts,
    send,
    done: (answer) => answer.report && setReport(answer.report),
  })
  const { counted } = form.values
  const inDrawer = sent ? sent.counted : counted
  const [isCounted, setCounted] = useState(!asks)
  const isCounting = asks && (!isCounted || form.problems.length > 0)
  const steps = [...(counts ? [t('day.count')] : []), t('now.close'), word('print')]
  const step = report ? steps.length : isCounting ? 1 : steps.length - 1
  /** Continues if the counted amount is valid; otherwise the form shows the problem at its field. */
  const count = () => (typeof counted === 'number' && form.problems.length === 0 ? setCounted(true) : form.submit())
  return (
    <Dialog title={till_id === undefined ? t('day.title') : t('close.title', { name: username })} onClose={onClose} wide>
      <Steps labels={steps} step={step} go={asks && !report ? () => setCounted(false) : undefined} />
      {report ? (
        <ZPrint report={report} done={onClose} />
      ) : isCounting ? (
        <CallForm key="count" form={{ ...form, submit: count }} submit={word('next')}>
          <MoneyField {...form.fields.counted} hint={t('close.counted_hint')} autoFocus />
        </CallForm>
      ) : (
        <CallForm
          key="close"
          form={form}
          submit={sent ? words('continue') : t('now.close')}
          actions={
            <Button variant="default" onClick={onClose}>
              {word('back')}
            </Button>
          }
        >
          {sent ? !form.refusal && <p className="notice warning">{t('day.interrupted')}</p> : <p>{t('close.text')}</p>}
          {typeof inDrawer === 'number' && (
            <div className="ends">
              <span>{t('close.counted')}</span>
              <b>{format.money(inDrawer)}</b>
            </div>
          )}
        </CallForm>
      )}
    </Dialog>
  )
}

/** Sends the request to close a till's shift. While its outcome is unknown, the same request is sent again with the same key. */
function useSending(till_id: string | undefined) {
  const { user_id } = useUser()
  const [sent, setSent] = useState(() => rememberedEnd(user_id, till_id))
  function forget() {
    forgetEnd(user_id, till_id)
    setSent(undefined)
  }
  async function send(asked: Input<'zReport'>) {
    const end = rememberedEnd(user_id, till_id) ?? endOf(asked)
    rememberEnd(user_id, end)
    try {
      const answer = await ask('zReport', end)
      forget()
      return answer
    } catch (error) {
      if (isRefusal(error)) forget()
      else setSent(end)
      throw error
    }
  }
  return { sent, send }
}
