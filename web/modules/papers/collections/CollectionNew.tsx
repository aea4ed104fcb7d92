// A new collection: its day, the open invoices that can be collected, of which those due are chosen at first, and the invoices left out, each with the reason.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { COLLECTION_MAX } from '../../../../contract/papers/collections.ts'
import { mandateSchemes } from '../../../../contract/papers/mandates.ts'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { type Column, ListTable, useHeaded } from '../../../kit/list/ListTable.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'

type Preview = Output<'collectionPreview'>
type Scheme = (typeof mandateSchemes)[number]

export default function CollectionNew() {
  const t = useTranslations('debits')
  const field = useTranslations('fields')
  const [state, change] = useUrlState()
  const scheme = mandateSchemes.find((one) => one === state['scheme']) ?? 'core'
  const asked = useQuery(query('collectionPreview', { scheme }))
  const choices = mandateSchemes.map((value) => ({ value, label: t(`schemes.${value}`) }))
  return (
    <OnePage asked={asked} row={(preview) => preview} missing={{ title: t('no_collections') }}>
      {(preview) => (
        <div className="stack">
          <PageTitle />
          <Choices label={field('scheme')} value={scheme} choices={choices} choose={(value) => change({ scheme: value === 'core' ? undefined : value })} />
          <Warnings preview={preview} />
          {preview.rows.length > 0 ? <Choose key={scheme} scheme={scheme} preview={preview} /> : <Empty title={t('nothing_to_collect')} />}
          <LeftOut rows={preview.left_out} />
        </div>
      )}
    </OnePage>
  )
}

function Warnings({ preview: { is_incomplete, restored_at, is_more } }: { preview: Preview }) {
  const t = useTranslations('debits')
  const invoices = useTranslations('invoices.month_end')
  return (
    <>
      {is_incomplete && (
        <p className="notice warning">
          {t('incomplete')} <InnerLink to="/invoice-settings">{invoices('to_settings')}</InnerLink>
        </p>
      )}
      {restored_at && <p className="notice warning">{t('restored', { at: format.dateTime(restored_at) })}</p>}
      {is_more && <p className="notice">{t('more', { count: format.count(COLLECTION_MAX) })}</p>}
    </>
  )
}

/** The invoices with a choice, and the form. The collection's id stays the same, so that sending it again after a lost answer adds no second collection. */
function Choose({ scheme, preview: { rows, earliest, prenotification_days, is_incomplete } }: { scheme: Scheme; preview: Preview }) {
  const t = useTranslations('debits')
  const navigate = useNavigate()
  const [collection_id] = useState(() => crypto.randomUUID())
  const [left, setLeft] = useState<readonly string[]>(() => rows.flatMap((row) => (row.is_due ? [] : [row.invoice_id])))
  const chosen = rows.filter(({ invoice_id }) => !left.includes(invoice_id))
  const invoice_ids = chosen.map(({ invoice_id }) => invoice_id)
  const total = chosen.reduce((sum, { open }) => sum + open, 0)
  const toggle = (id: string) => setLeft((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const picked = { ids: invoice_ids, has: (id: string) => invoice_ids.includes(id), toggle, clear: () => setLeft(rows.map(({ invoice_id }) => invoice_id)) }
  const columns = useHeaded<Preview['rows'][number]>([
    { key: 'customer_name', fact: true },
    { key: 'document_no', fact: true },
    { key: 'open', fact: true, number: true, cell: ({ open }) => format.money(open) },
    { key: 'due_on', header: t('due_on'), cell: ({ due_on }) => (due_on ? format.day(due_on) : '–') },
    { key: 'mandate_reference' },
    { key: 'sequence', header: t('sequence'), cell: ({ sequence }) => t(`sequences.${sequence}`) },
  ] satisfies Column<Preview['rows'][number]>[])
  const form = useCallForm('collectionAdd', {
    fixed: { collection_id, scheme, invoice_ids, total },
    values: { collect_on: earliest },
    refresh: ['collectionPreview', 'collectionsList', 'mandatesList'],
    done: () => navigate(`/direct-debit/${collection_id}`),
  })
  const figures = { n: chosen.length, count: format.count(chosen.length), amount: format.money(total) }
  return (
    <>
      <ListTable columns={columns} rows={rows} rowKey={(row) => row.invoice_id} picked={picked} />
      <section className="card stack" aria-label={t('collect_section')}>
        <p>{t('told', { days: prenotification_days })}</p>
        {chosen.length === 0 && <p className="muted">{t('choose_some')}</p>}
        {chosen.length > 0 && !is_incomplete && (
          <CallForm form={form} submit={t('collect', figures)}>
            <TextField {...form.fields.collect_on} type="date" hint={t('earliest', { day: format.day(earliest) })} />
          </CallForm>
        )}
      </section>
    </>
  )
}

function LeftOut({ rows }: { rows: Preview['left_out'] }) {
  const t = useTranslations('debits')
  const columns = useHeaded<Preview['left_out'][number]>([
    { key: 'customer_name', fact: true },
    { key: 'document_no', fact: true },
    { key: 'open', number: true, cell: ({ open }) => format.money(open) },
    { key: 'problem', header: t('why_left_out'), fact: true, cell: ({ problem }) => t(`left_out_reasons.${problem}`) },
  ] satisfies Column<Preview['left_out'][number]>[])
  if (rows.length === 0) return null
  return (
    <section className="stack" aria-labelledby="left-out">
      <h2 id="left-out">{t('left_out')}</h2>
      <ListTable columns={columns} rows={rows} rowKey={(row) => row.invoice_id} />
    </section>
  )
}
