// What a transfer is for: what it was booked as, why it was set aside, the collection that it credits, or the proposal with its reason.
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import type { Line } from './lines.ts'

type Subject = { customer_id: string | null; customer_name: string; invoice_id: string | null; document_no: string | null }

export function Purpose({ row }: { row: Line }) {
  const t = useTranslations('credit.bank')
  const { proposal } = row
  if (row.state === 'aside')
    return (
      <>
        {row.reason}
        <div className="muted small">{row.decided_by}</div>
      </>
    )
  if (row.state === 'open' && row.collection_id !== null) return <Credited row={row} />
  if (row.state !== 'open')
    return (
      <>
        {row.collection_id === null ? <Subjects {...row} /> : <Collection row={row} />}
        <div className="muted small">{row.decided_by}</div>
      </>
    )
  if (!proposal) return '–'
  return (
    <>
      <Subjects {...proposal} />
      <div className="muted small">{t(`by.${proposal.by}`)}</div>
    </>
  )
}

/** The collection, a link if this user may open it. */
function Collection({ row: { collection_id, collect_on } }: { row: Line }) {
  const t = useTranslations('debits')
  const name = t('collection_of', { day: format.day(collect_on ?? '') })
  return <div>{can(useUser(), 'collectionsList') ? <InnerLink to={`/direct-debit/${collection_id}`}>{name}</InnerLink> : name}</div>
}

/** The collection that an open transfer credits, and the difference between the transfer and the amount still under way, if they differ. */
function Credited({ row }: { row: Line }) {
  const t = useTranslations('credit.bank')
  const expected = row.expected ?? 0
  const figures = { expected: format.money(expected), difference: format.money(row.amount - expected) }
  return (
    <>
      <Collection row={row} />
      {expected === row.amount && <div className="muted small">{t('by_debits')}</div>}
      {expected === 0 && <div className="small">{t('nothing_under_way')}</div>}
      {expected !== 0 && expected !== row.amount && <div className="small">{t('other_amount', figures)}</div>}
    </>
  )
}

/** The customer and the document, each a link if this user may open it. */
function Subjects({ customer_id, customer_name, invoice_id, document_no }: Subject) {
  const word = useTranslations('words.bookings')
  const user = useUser()
  const isOpen = { customer: customer_id !== null && can(user, 'customerDetails'), document: invoice_id !== null && can(user, 'invoiceReport') }
  return (
    <>
      <div>{isOpen.customer ? <InnerLink to={`/customer/details/${customer_id}`}>{customer_name}</InnerLink> : customer_name}</div>
      <div>
        {invoice_id === null && word('top_up')}
        {invoice_id !== null && (isOpen.document ? <InnerLink to={`/new/invoice/${invoice_id}`}>{document_no}</InnerLink> : document_no)}
      </div>
    </>
  )
}
