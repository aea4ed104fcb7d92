// One collection: its invoices, its file for the bank, and a button to give it up if the bank does not carry it out.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { collectionSequences } from '../../../../contract/papers/collections.ts'
import { ask, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { bytesOf, saveBytes } from '../../../kit/base/save-file.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { lineLooks, looks, stateOf } from './looks.ts'
import { Return } from './Return.tsx'

type Collection = Row<'collectionsList'>

export default function CollectionPage() {
  const t = useTranslations('debits')
  const word = useTranslations('words')
  const { collectionId = '' } = useParams()
  const asked = useQuery(query('collectionsList', { filters: { collection_id: collectionId } }))
  const missing = { title: t('no_collection'), to: '/direct-debits', label: word('to_the_list') }
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(row) => <Shown key={collectionId} row={row} />}
    </OnePage>
  )
}

function Shown({ row }: { row: Collection }) {
  const t = useTranslations('debits')
  const field = useTranslations('fields')
  const { collection_states, line_states } = useMessages().debits
  const words = { ...line_states, ...collection_states }
  const columns: Column<Row<'collectionLines'>>[] = [
    { key: 'customer_name', fact: true },
    { key: 'document_no', fact: true },
    { key: 'amount', fact: true },
    { key: 'mandate_reference' },
    { key: 'state', words, looks: lineLooks, fact: true },
    { key: 'return', field: ['return_reason', 'returned_on', 'return_fee'], header: t('return'), cell: (line) => <Return line={line} /> },
    { key: 'sequence', header: t('sequence'), words: wordsOf(collectionSequences, (code) => t(`sequences.${code}`)) },
    { key: 'end_to_end_id', header: t('end_to_end_id'), extra: true },
  ]
  const facts = [
    { label: field('collect_on'), value: format.day(row.collect_on) },
    { label: t('invoices'), value: format.count(row.lines) },
    { label: field('total'), value: format.money(row.total) },
    { label: field('scheme'), value: t(`schemes.${row.scheme}`) },
    { label: t('message_no'), value: <span className="mono breaks">{row.message_no}</span> },
    { label: field('entered_by'), value: `${row.created_by}, ${format.dateTime(row.created_at)}` },
    ...(row.booked_on ? [{ label: t('booked_on'), value: t('booked_sum', { day: format.day(row.booked_on), amount: format.money(row.booked) }) }] : []),
    ...(row.reason ? [{ label: field('reason'), value: row.reason }] : []),
  ]
  return (
    <DetailPage
      title={t('collection_of', { day: format.day(row.collect_on) })}
      status={
        <div>
          <span className={looks[stateOf(row)]}>{words[stateOf(row)]}</span>
        </div>
      }
      facts={facts}
      actions={row.state === 'under_way' && <Actions row={row} />}
    >
      {row.state === 'under_way' && !row.booked_on && <p className="muted">{t('hand_in')}</p>}
      {row.by_hand > 0 && <p className="notice warning">{t('clear_by_hand', { n: row.by_hand, count: format.count(row.by_hand) })}</p>}
      <ListPage
        bare
        call="collectionLines"
        columns={columns}
        rowKey={(line) => line.line_id}
        link={(line) => `/new/invoice/${line.invoice_id}`}
        input={{ filters: { collection_id: row.collection_id } }}
      />
    </DetailPage>
  )
}

function Actions({ row: { collection_id, booked_on } }: { row: Collection }) {
  const t = useTranslations('debits')
  const [error, setError] = useState<unknown>()
  const [isFetching, setFetching] = useState(false)
  const [isAsking, setAsking] = useState(false)
  async function fetchFile() {
    setFetching(true)
    setError(undefined)
    try {
      const { file_name, bytes } = await ask('collectionFile', { collection_id })
      saveBytes(file_name, [bytesOf(bytes)])
    } catch (failed) {
      setError(failed)
    }
    setFetching(false)
  }
  return (
    <>
      <Refusal error={error} />
      {isAsking && <GiveUp collection_id={collection_id} onClose={() => setAsking(false)} />}
      {booked_on === null && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('give_up')}
        </Button>
      )}
      <Button disabled={isFetching} onClick={fetchFile}>
        {t('file')}
      </Button>
    </>
  )
}

function GiveUp({ collection_id, onClose }: { collection_id: string; onClose: () => void }) {
  const t = useTranslations('debits')
  const form = useCallForm('collectionCancel', {
    fixed: { collection_id },
    required: ['reason'],
    refresh: ['collectionsList', 'collectionPreview', 'mandatesList'],
    done: onClose,
  })
  return (
    <FormDialog title={t('give_up_title')} form={form} submit={t('give_up')} onClose={onClose} above={<p>{t('give_up_hint')}</p>}>
      <TextField {...form.fields.reason} autoFocus />
    </FormDialog>
  )
}
