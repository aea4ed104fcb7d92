// The page of one document, as it is printed, with its files, payments and corrections. All six kinds of documents use it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { invoiceFiles } from '../../../../contract/papers/invoices.ts'
import { ask, type Output, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { bytesOf, saveBytes } from '../../../kit/base/save-file.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PrintView } from '../../../kit/page/PrintView.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { Cancel } from './Cancel.tsx'
import { InvoicePaper } from './InvoicePaper.tsx'
import { MailButton, Mails } from './Mail.tsx'
import paperSheet from './paper.css?inline'
import './paper.css'
import { Payments } from './Payments.tsx'
import { viewOf } from './views.ts'

type Shown = Output<'invoiceReport'>
const corrections: readonly string[] = ['reclamation', 'gross_reclamation']

export default function InvoicePage() {
  const t = useTranslations('invoices')
  const { invoiceId = '' } = useParams()
  const asked = useQuery(query('invoiceReport', { invoice_id: invoiceId }))
  const mayIssue = can(useUser(), 'invoicesGenerate')
  const missing = { title: t('missing'), hint: t('missing_hint'), to: mayIssue ? '/invoices-all' : '/my-invoices-all', label: t('to_list') }
  return (
    <OnePage asked={asked} row={(invoice) => invoice} missing={missing}>
      {(invoice) => <Invoice invoice={invoice} />}
    </OnePage>
  )
}

function Invoice({ invoice }: { invoice: Shown }) {
  const t = useTranslations('invoices')
  const field = useTranslations('fields')
  const mayCancel = can(useUser(), 'invoiceCancel') && invoice.is_issuer && invoice.corrections.length === 0 && !corrections.includes(invoice.kind)
  const mayMail = can(useUser(), 'invoiceMail') && invoice.is_issuer
  const [isPrinting, setPrinting] = useState(false)
  const { drawing, document_no, state, open, is_issuer } = invoice
  const sales = useSalesOf(invoice)
  const facts = [
    { label: field('stage'), value: t(`states.${state}`) },
    { label: field('open'), value: format.money(open) },
    ...[
      { label: t('corrects'), of: invoice.corrects },
      { label: t('corrected_by'), of: invoice.corrections },
    ].flatMap(({ label, of }) => (of.length > 0 ? [{ label, value: of.map((one) => <Related key={one.invoice_id} document={one} />) }] : [])),
    ...(sales
      ? [{ label: t('sales'), value: <InnerLink to={sales} className="nowrap">{`${format.day(invoice.date_from)}–${format.day(invoice.date_to)}`}</InnerLink> }]
      : []),
  ]
  const actions = (
    <>
      <Files invoice={invoice} />
      {mayMail && <MailButton invoice_id={invoice.invoice_id} />}
      {mayCancel && <Cancel invoice_id={invoice.invoice_id} />}
      <Button onClick={() => setPrinting(true)}>{t('print')}</Button>
    </>
  )
  return (
    <DetailPage title={`${t(`kinds.${invoice.kind}`)} ${document_no}`} facts={facts} actions={actions}>
      <section className="card" aria-label={drawing.title}>
        <InvoicePaper drawing={drawing} />
      </section>
      {is_issuer && <Payments invoice={invoice} />}
      <Mails mails={invoice.mails} />
      {isPrinting && (
        <PrintView paper="a4" styles={paperSheet} head={[drawing.sender, document_no]} foot={drawing.foot[0] ?? ''} done={() => setPrinting(false)}>
          <InvoicePaper drawing={drawing} />
        </PrintView>
      )}
    </DetailPage>
  )
}

/** A link to the customer's sales in the document's period, for users who may see them. A correction lists its own lines instead. */
function useSalesOf({ kind, date_from, date_to, customer_id }: Shown): string | undefined {
  const user = useUser()
  if (!can(user, 'salesList') || corrections.includes(kind)) return undefined
  const search = new URLSearchParams({ period: 'custom', from: date_from, to: date_to })
  if (customer_id) search.set('customer_id', customer_id)
  return `${user.account_role === accountRole.seller ? '/seller/sales' : '/reports-sales'}?${search}`
}

const Related = ({ document }: { document: Shown['corrections'][number] }) => (
  <span className="row">
    <InnerLink to={viewOf(document)}>{document.document_no}</InnerLink> {format.money(document.total)}
  </span>
)

function Files({ invoice: { invoice_id } }: { invoice: Shown }) {
  const t = useTranslations('invoices')
  const [error, setError] = useState<unknown>()
  const [fetching, setFetching] = useState<string>()
  async function fetchFile(file: (typeof invoiceFiles)[number]) {
    setFetching(file)
    setError(undefined)
    try {
      const { file_name, bytes } = await ask('invoiceFile', { invoice_id, file })
      saveBytes(file_name, [bytesOf(bytes)])
    } catch (failed) {
      setError(failed)
    }
    setFetching(undefined)
  }
  return (
    <>
      <Refusal error={error} />
      {invoiceFiles.map((file) => (
        <Button key={file} variant="default" disabled={fetching !== undefined} onClick={() => fetchFile(file)}>
          {t(`files.${file}`)}
        </Button>
      ))}
    </>
  )
}
