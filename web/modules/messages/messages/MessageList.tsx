// Mail and text messages. If no gateway is set up to send them, they can be read on this screen, except messages with PINs. Each reading is
// logged.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { messageChannels, messageStates } from '../../../../contract/messages/messages.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import type { Output } from '../../../kit/base/api.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReadMessage } from './ReadMessage.tsx'

type Message = Row<'messagesList'>

export default function MessageList() {
  const t = useTranslations('messages')
  const field = useTranslations('fields')
  const [reading, setReading] = useState<Message>()
  const columns = useColumns(setReading)
  const states = useStates()
  const filters: Filter[] = [
    { name: 'state', label: field('state'), options: messageStates.map((value) => ({ value, label: states[value], is: value })) },
    { name: 'channel', label: t('channel'), options: messageChannels.map((value) => ({ value, label: t(`channels.${value}`), is: value })) },
  ]
  return (
    <>
      <ListPage
        call="messagesList"
        columns={columns}
        rowKey={(row) => row.message_id}
        filters={filters}
        searchLabel={t('search_messages')}
        below={(output) => <Senders {...output} />}
        nothing={{ title: t('no_messages'), hint: t('no_messages_hint') }}
      />
      {reading && <ReadMessage message={reading} onClose={() => setReading(undefined)} />}
    </>
  )
}

function Senders({ sends_email, sends_sms }: Output<'messagesList'>) {
  const t = useTranslations('messages')
  if (sends_email && sends_sms) return null
  return <p className="notice">{t(sends_email ? 'no_sms' : sends_sms ? 'no_email' : 'nobody_sends')}</p>
}

function useColumns(read: (message: Message) => void): Column<Message>[] {
  const t = useTranslations('messages')
  const states = useStates()
  const named = useNamed()
  const kind = (row: Message) => `kinds.${row.kind}` as 'kinds.other'
  return [
    { key: 'recipient', header: t('to') },
    { key: 'subject', header: t('purpose'), cell: (row) => <span title={row.subject}>{t.has(kind(row)) ? t(kind(row)) : t('kinds.other')}</span> },
    { key: 'organisation_name' },
    {
      key: 'channel',
      words: wordsOf(messageChannels, (channel) => t(`channels.${channel}`)),
      header: t('channel'),
    },
    { key: 'state', words: wordsOf(messageStates, (state) => states[state]), cell: (row) => <State message={row} /> },
    { key: 'created_at', header: t('written') },
    { key: 'sent_at', header: t('sent') },
    { key: 'attachment_name', header: t('attachment'), extra: true },
    {
      key: 'action',
      field: null,
      cell: (row) =>
        row.state === 'kept' && (
          <Button size="xs" variant="default" aria-label={named(t('read'), row.recipient)} onClick={() => read(row)}>
            {t('read')}
          </Button>
        ),
    },
  ]
}

function useStates() {
  const { words, messages } = useMessages()
  return { ...words.send_states, ...messages.message_states }
}

const looks = { waiting: 'badge info', sent: 'badge success', failed: 'badge danger', kept: 'badge warning' } as const

/** The state of a message, with the number of attempts to send it and the last error, if there was one. */
function State({ message: { state, attempts, error } }: { message: Message }) {
  const t = useTranslations('messages')
  const states = useStates()
  const word = useTranslations('words.send_failures')
  const failure = error === 'too_late' ? t('failures.too_late') : undefined
  const known = error as 'no_answer'
  const said = failure ?? (word.has(known) && error !== 'other' ? word(known) : word('other', { code: error }))
  return (
    <span>
      <span className={looks[state]}>{states[state]}</span>
      {error && <span className="muted">{` ${t('tries', { count: attempts })}, ${said}`}</span>}
    </span>
  )
}
