// One of the organisation's keys: its details, a button to replace it, a button to end it. The key itself is shown only once.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '../../../../contract/people/api-keys.ts'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Copy } from '../../../kit/page/Copy.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { kind: 'real' | 'sandbox'; known: ApiKey | undefined }

export function OwnKey({ kind, known }: Props) {
  const t = useTranslations('api_keys.keys')
  const word = useTranslations('words')
  // A refresh must not remove the new key from the screen, because it cannot be read again.
  const [key, setKey] = useState('')
  const [asked, setAsked] = useState<'make' | 'end'>()
  const is_sandbox = kind === 'sandbox'
  const close = () => setAsked(undefined)
  const make = useCall('apiKeyMake', { refresh: ['apiAccess'], done: (made) => setKey(made.key) })
  const end = useCall('apiKeyRevoke', { refresh: ['apiAccess'], done: () => setKey('') })
  const makeNow = () => make.mutate({ is_sandbox }, { onSettled: close })
  return (
    <section className="split lined" style={{ '--columns': 'minmax(0, 1fr) auto' }} aria-label={t(kind)}>
      <div>
        <h3>{t(kind)}</h3>
        {known ? <Facts known={known} /> : <p className="muted">{t('none')}</p>}
      </div>
      <div className="row">
        <Button variant="default" disabled={make.isPending} onClick={known ? () => setAsked('make') : makeNow}>
          {t(known ? `new_${kind}` : `make_${kind}`)}
        </Button>
        {known && (
          <Button variant="default" onClick={() => setAsked('end')}>
            {t(`end_${kind}`)}
          </Button>
        )}
      </div>
      {key && (
        <div role="status" className="notice success stack across">
          <b>{word('new_key_once')}</b>
          <code className="mono breaks" style={{ fontSize: 18 }}>
            {key}
          </code>
          <div>
            <Copy size="xs" text={key} />
          </div>
        </div>
      )}
      <Refusal error={make.error ?? end.error} changes />
      {asked === 'make' && (
        <Confirm title={t(`new_${kind}`)} confirm={t(`new_${kind}`)} busy={make.isPending} onConfirm={makeNow} onClose={close}>
          <p>{t('make_text')}</p>
        </Confirm>
      )}
      {asked === 'end' && (
        <Confirm
          title={t(`end_${kind}`)}
          confirm={t(`end_${kind}`)}
          danger
          busy={end.isPending}
          onConfirm={() => end.mutate({ is_sandbox }, { onSettled: close })}
          onClose={close}
        >
          <p>{t('end_text')}</p>
        </Confirm>
      )}
    </section>
  )
}

function Facts({ known: { last4, valid_until, is_over, last_used_at, last_used_from } }: { known: ApiKey }) {
  const t = useTranslations('api_keys.keys')
  const word = useTranslations('words')
  const used = last_used_at ? word('last_used', { time: format.dateTime(last_used_at), address: last_used_from }) : word('not_used_yet')
  return (
    <p className="muted">
      {[t('ends_in', { last4 }), ...(valid_until ? [is_over ? t('over') : t('until', { day: format.day(valid_until) })] : []), used].join(' · ')}
    </p>
  )
}
