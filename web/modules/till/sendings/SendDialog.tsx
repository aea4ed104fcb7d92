// Sends the PINs of a sale, or of a basket, to the customer by text message or by mail: the recipient, the consent text, and the outcome of earlier sendings.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CONSENT, PINS_BY_SMS } from '../../../../contract/till/sendings.ts'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useLanguage } from '../../../kit/base/language.tsx'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'

type Sent = Output<'pinSendings'>
type Way = 'mobile_number' | 'email'
type Props = { sale_ids: readonly string[]; onClose: () => void }

/** The pause between two requests for the state of a message that is being sent. */
const AGAIN_MS = 2_000

export function SendDialog({ sale_ids, onClose }: Props) {
  const word = useTranslations('house.words')
  const { data, isError, error, refetch } = useQuery({
    ...query('pinSendings', { sale_ids: [...sale_ids] }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sendings.some((one) => one.state === 'waiting') ? AGAIN_MS : false),
  })
  return (
    <Dialog title={word('send_by_message')} onClose={onClose}>
      {isError && <Failed error={error} retry={() => refetch()} />}
      {data && <Sending sale_ids={sale_ids} sent={data} />}
    </Dialog>
  )
}

function Sending({ sale_ids, sent }: Pick<Props, 'sale_ids'> & { sent: Sent }) {
  const t = useTranslations('sendings')
  const fieldName = useTranslations('fields')
  const { asks, pins, sends_email, sends_sms } = sent
  const fitsSms = pins <= PINS_BY_SMS
  const [way, setWay] = useState<Way>(fitsSms && (sends_sms || !sends_email) ? 'mobile_number' : 'email')
  /**
   * The recipients of the messages sent from this dialog, the latest last. Only a new recipient starts a new form with a new key, so a request that got no
   * answer is repeated with the same key.
   */
  const [gone, setGone] = useState<readonly string[]>([])
  const last = gone.at(-1)
  const lacks = way === 'email' ? !sends_email : !sends_sms
  const button = (by: Way, text: string) => (
    <Button
      h={56}
      variant={way === by ? 'filled' : 'default'}
      aria-pressed={way === by}
      disabled={by === 'mobile_number' && !fitsSms}
      onClick={() => setWay(by)}
    >
      {text}
    </Button>
  )
  return (
    <div className="stack">
      <Before sent={sent} />
      <div role="status">{last && !lacks && <p className="notice success">{t('on_way', { recipient: last })}</p>}</div>
      {asks === 'manager_needed' ? (
        <p role="alert">{t('manager_needed')}</p>
      ) : (
        <>
          <p>{t('of', { count: pins })}</p>
          <div className="row">
            {button('mobile_number', t('sms'))}
            {button('email', fieldName('email'))}
          </div>
          {!fitsSms && <p className="muted">{t('too_many', { most: format.count(PINS_BY_SMS) })}</p>}
          {lacks && <p className="notice warning">{t(way === 'email' ? 'no_mail' : 'no_sms')}</p>}
          <Reader key={`${way} ${gone.length}`} {...{ sale_ids, way, asks }} onSent={(to) => setGone([...gone, to])} />
        </>
      )}
    </div>
  )
}

type ReaderProps = Pick<Props, 'sale_ids'> & Pick<Sent, 'asks'> & { way: Way; onSent: (to: string) => void }

function Reader({ sale_ids, way, asks, onSent }: ReaderProps) {
  const t = useTranslations('sendings')
  const consent_language = useLanguage()
  const needsReason = asks === 'reason_needed'
  const form = useCallForm('pinsSend', {
    labels: { reason: t('reason') },
    fixed: { sale_ids: [...sale_ids], consent: CONSENT, consent_language },
    required: needsReason ? [way, 'reason'] : [way],
    refresh: ['pinSendings'],
    done: ({ recipient }) => onSent(recipient),
  })
  const field = form.fields[way]
  useEffect(() => {
    document.getElementById(field.id)?.focus()
  }, [field.id])
  return (
    <CallForm form={form} submit={t('send')}>
      <TextField {...field} type={way === 'email' ? 'email' : 'tel'} />
      {needsReason && <TextField {...form.fields.reason} />}
      <p className="muted">{t(`consents.${CONSENT}`)}</p>
    </CallForm>
  )
}

const looks = { waiting: 'badge info', sent: 'badge success', failed: 'badge danger', kept: 'badge warning' } as const

function Before({ sent: { sendings } }: { sent: Sent }) {
  const t = useTranslations('sendings')
  const word = useTranslations('words')
  if (sendings.length === 0) return null
  return (
    <section className="stack">
      <h3>{t('before')}</h3>
      <ul className="lines">
        {sendings.map((one) => (
          <li key={one.message_id}>
            <span>
              <b>{one.recipient}</b> <span className={looks[one.state]}>{one.state === 'kept' ? t('states.kept') : word(`send_states.${one.state}`)}</span>
              <br />
              <span className="muted">{[format.dateTime(one.sent_at ?? one.created_at), one.username, one.reason].filter(Boolean).join(' · ')}</span>
              <Why of={one} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says why the message did not arrive, if the reason is known. */
function Why({ of: { state, error } }: { of: Sent['sendings'][number] }) {
  const t = useTranslations('sendings')
  const word = useTranslations('words.send_failures')
  const code = state === 'kept' ? 'no_sender' : error
  if (!code) return null
  const own = `failures.${code}` as 'failures.too_late'
  const known = code as 'no_answer'
  return (
    <>
      <br />
      <span className="muted">{t.has(own) ? t(own) : word.has(known) && code !== 'other' ? word(known) : word('other', { code })}</span>
    </>
  )
}
