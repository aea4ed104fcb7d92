// The text of one message, shown after a notice that reading it is logged.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './messages.module.css'

export function ReadMessage({ message, onClose }: { message: Row<'messagesList'>; onClose: () => void }) {
  const t = useTranslations('messages')
  const word = useTranslations('house.words')
  const read = useCall('messageRead')
  return (
    <Dialog title={t('read_title', { recipient: message.recipient })} onClose={onClose} wide>
      <div className="stack">
        <p lang={message.language}>
          <b>{message.subject}</b>
        </p>
        <Refusal error={read.error} changes />
        {read.data ? <Text text={read.data.text} language={message.language} /> : <p>{t('read_warning')}</p>}
        <div className="row">
          {!read.data && (
            <Button data-autofocus disabled={read.isPending} onClick={() => read.mutate({ message_id: message.message_id })}>
              {t('read_show')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {word('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The text of the message. It takes the focus, because the button that opened it is no longer shown. */
function Text({ text, language }: { text: string; language: string }) {
  const t = useTranslations('messages')
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus()
  }, [])
  if (text === '')
    return (
      <div ref={element} tabIndex={-1}>
        {t('text_gone')}
      </div>
    )
  return (
    <div ref={element} tabIndex={-1} className="stack">
      <div className={`verbatim ${styles.text}`} lang={language}>
        {text}
      </div>
      <p className="muted">{t('read_written')}</p>
    </div>
  )
}
