// Sends the slip by text message or mail, instead of or besides printing it. For a text message the only field is prefilled with the
// number that was topped up.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { readNumber } from '../saved-numbers/saved-numbers.ts'

type Way = 'mobile_number' | 'email'
type Of = { top_up_id: string; mobile_number: string }

const written = (number: string) => readNumber(number, '')?.written ?? number

export function SlipSending({ of }: { of: Of }) {
  const t = useTranslations('top_ups.slip')
  const [way, setWay] = useState<Way>()
  const [recipient, setRecipient] = useState<string>()
  const button = (by: Way, text: string) => (
    <Button h={56} variant="default" aria-expanded={way === by} onClick={() => setWay(way === by ? undefined : by)}>
      {text}
    </Button>
  )
  function sent(to: string) {
    setWay(undefined)
    setRecipient(to)
  }
  return (
    <>
      <div className="row">
        {button('mobile_number', t('by_sms'))}
        {button('email', t('by_mail'))}
      </div>
      {way && <Reader key={way} of={of} way={way} onSent={sent} />}
      <div role="status">{recipient && !way && <p className="notice success">{t('sent', { recipient: written(recipient) })}</p>}</div>
    </>
  )
}

function Reader({ of: { top_up_id, mobile_number }, way, onSent }: { of: Of; way: Way; onSent: (to: string) => void }) {
  const t = useTranslations('top_ups')
  const form = useCallForm('slipSend', {
    values: way === 'mobile_number' ? { mobile_number: written(mobile_number) } : {},
    fixed: { top_up_id },
    required: [way],
    done: ({ recipient }) => onSent(recipient),
  })
  const field = form.fields[way]
  useEffect(() => {
    document.getElementById(field.id)?.focus()
  }, [field.id])
  return (
    <CallForm form={form} submit={t('slip.send')}>
      <TextField {...field} type={way === 'email' ? 'email' : 'tel'} />
    </CallForm>
  )
}
