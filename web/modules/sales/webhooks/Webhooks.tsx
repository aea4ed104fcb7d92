// The organisation's webhooks: which events are sent to each, whether its messages arrive, and buttons to test, change and end it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { WEBHOOKS_MAX } from '../../../../contract/sales/webhooks.ts'
import { query } from '../../../kit/base/api.ts'
import { Copy } from '../../../kit/page/Copy.tsx'
import { Empty, Failed } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { verification } from './samples.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { AddDialog } from './WebhookDialogs.tsx'

export default function Webhooks() {
  const t = useTranslations('webhooks')
  const [isAdding, setAdding] = useState(false)
  // A refresh must not remove the secret from the screen, because nobody can read it again.
  const [secret, setSecret] = useState('')
  const asked = useQuery(query('webhooksList', {}))
  if (asked.isPending) return <PageTitle />
  if (!asked.data) return <Failed error={asked.error} retry={() => asked.refetch()} />
  const { content, is_on } = asked.data
  const mayAdd = is_on && content.length < WEBHOOKS_MAX
  const add = mayAdd && <Button onClick={() => setAdding(true)}>{t('add')}</Button>
  return (
    <div className="stack">
      <PageTitle>{content.length > 0 && add}</PageTitle>
      <p className="muted">{t('intro')}</p>
      {!is_on && <p className="notice warning">{t('off_here')}</p>}
      {secret && (
        <div role="status" className="notice success stack">
          <b>{t('secret_once')}</b>
          <code className="mono breaks">{secret}</code>
          <div>
            <Copy size="xs" text={secret} />
          </div>
        </div>
      )}
      {content.length === 0 && (
        <Empty title={t('nothing')} hint={t('nothing_hint')}>
          {add}
        </Empty>
      )}
      {content.map((webhook) => (
        <WebhookCard key={webhook.webhook_id} webhook={webhook} mayTest={is_on} />
      ))}
      <details className="card">
        <summary>{t('sample')}</summary>
        <div className="row">
          <span className="push">
            <Copy size="xs" text={verification} />
          </span>
        </div>
        <pre className="mono verbatim">{verification}</pre>
      </details>
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          done={(made) => {
            setSecret(made.secret)
            setAdding(false)
          }}
        />
      )}
    </div>
  )
}
