// The page of one sale: its goods, the cost at each hop (step of the price chain) up to the user's organisation, its PINs by serial and last four digits, who
// saw the PINs, and refunds.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { saleCode } from '../../../../contract/kit/sale-code.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { loadArea, withArea } from '../../../kit/base/language.tsx'
import { useTaxWords } from '../../../kit/form/TaxFields.tsx'
import { ListTable } from '../../../kit/list/ListTable.tsx'
import { kindsIn } from '../../../kit/list/list-columns.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { type Fact, Facts } from '../../../kit/page/DetailPage.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { viewOf } from '../../papers/invoices/invoices.ts'

type Sale = Output<'saleDetails'>
type Showing = Sale['showings'][number]

/** Claims and their texts are loaded when a card is claimed. */
const ClaimDialog = lazy(async () => {
  await loadArea('reclamations')
  return { default: (await import('../reclamations/ClaimDialog.tsx')).ClaimDialog }
})

const SendDialog = lazy(async () => ({ default: (await withArea('sendings', import('../../till/sendings/SendDialog.tsx'))).SendDialog }))

export function SaleDetails({ sale_id, onClose }: { sale_id: string; onClose: () => void }) {
  const t = useTranslations('sales-reports.sale')
  const word = useTranslations('house.words')
  const { data: sale, isError, error, refetch } = useQuery(query('saleDetails', { sale_id }))
  const mayClaim = can(useUser(), 'reclaimSubmit') && sale?.status === 'successful' && sale.given_back < sale.quantity
  const [isClaiming, setClaiming] = useState(false)
  const maySend = can(useUser(), 'pinsSend') && sale?.status === 'successful' && sale.pins.length > 0 && sale.claims.length === 0
  const [isSending, setSending] = useState(false)
  if (isClaiming)
    return (
      <Suspense>
        <ClaimDialog sale_id={sale_id} onClose={() => setClaiming(false)} />
      </Suspense>
    )
  if (isSending)
    return (
      <Suspense>
        <SendDialog sale_ids={[sale_id]} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog title={sale ? `${sale.product_name} ${format.money(sale.value)}` : word('sale')} onClose={onClose} wide>
      {isError && <Failed error={error} retry={() => refetch()} />}
      {sale && (
        <div className="stack">
          <What sale={sale} />
          {(mayClaim || maySend) && (
            <div className="row">
              {maySend && (
                <Button variant="default" onClick={() => setSending(true)}>
                  {word('send_by_message')}
                </Button>
              )}
              {mayClaim && (
                <Button variant="default" onClick={() => setClaiming(true)}>
                  {t('claim')}
                </Button>
              )}
            </div>
          )}
          {sale.hops.length > 0 && <Hops sale={sale} />}
          {sale.pins.length > 0 && <Pins sale={sale} />}
          <Showings sale={sale} />
          {sale.refunds.length > 0 && <Refunds sale={sale} />}
        </div>
      )}
    </Dialog>
  )
}

function What({ sale }: { sale: Sale }) {
  const t = useTranslations('sales-reports.sale')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const mayOpenCustomer = can(useUser(), 'customerDetails')
  const tax = useTaxWords()
  const costs = [
    { label: field('bought_total'), value: sale.bought_total },
    { label: field('margin'), value: sale.margin_total },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value: <Amount value={value} exact /> }]))
  return (
    <Facts
      facts={[
        { label: field('sold_at'), value: format.dateTime(sale.created_at) },
        { label: t('code'), value: saleCode(sale.sale_id) ?? '–' },
        {
          label: field('seller'),
          value: mayOpenCustomer ? <InnerLink to={`/customer/details/${sale.seller_id}`}>{sale.seller_name}</InnerLink> : sale.seller_name,
        },
        { label: field('sold_by'), value: sale.username || '–' },
        { label: field('device'), value: [sale.device, sale.terminal_id].filter(Boolean).join(' · ') || '–' },
        ...(sale.payment ? [{ label: t('payment'), value: word(`payment_modes.${sale.payment}`) }] : []),
        { label: field('state'), value: word(`sale_states.${sale.status}`) },
        { label: field('quantity'), value: format.count(sale.quantity) },
        { label: field('given_back'), value: format.count(sale.given_back) },
        { label: field('sold_total'), value: <Amount value={sale.sold_total} exact /> },
        ...costs,
        { label: field('vat'), value: tax.said(sale) },
        ...useDocuments(sale),
        { label: field('sale_number'), value: <span className="mono">{sale.sale_id}</span> },
      ]}
    />
  )
}

/** Links to what followed from the sale: claims on its PINs, and invoices that contain it. */
function useDocuments({ claims, invoices }: Sale): Fact[] {
  const screen = useTranslations('house.screens')
  const field = useTranslations('fields')
  const path = useUser().account_role === accountRole.seller ? '/seller-reclaim' : '/reclaim-request'
  const links = [
    { label: field('reclaims'), to: claims.map(({ reclaim_id, number }) => ({ path: `${path}/${reclaim_id}`, name: format.count(number) })) },
    { label: screen('invoices'), to: invoices.map((one) => ({ path: viewOf(one), name: one.document_no })) },
  ]
  return links
    .filter(({ to }) => to.length > 0)
    .map(({ label, to }) => ({
      label,
      value: (
        <span className="row">
          {to.map((one) => (
            <InnerLink key={one.path} to={one.path}>
              {one.name}
            </InnerLink>
          ))}
        </span>
      ),
    }))
}

function Hops({ sale }: { sale: Sale }) {
  const t = useTranslations('sales-reports.sale')
  return (
    <section className="stack">
      <h3>{t('hops')}</h3>
      <ListTable
        columns={[{ key: 'organisation_name' }, { key: 'bought_total', header: t('paid'), as: 'exact' }]}
        kinds={kindsIn('saleDetails', 'hops')}
        rows={sale.hops}
        rowKey={(row) => row.organisation_id}
      />
    </section>
  )
}

function Pins({ sale }: { sale: Sale }) {
  const t = useTranslations('sales-reports.sale')
  const field = useTranslations('fields')
  const isOwn = sale.pins.some(({ batch_no }) => batch_no !== null)
  const rows = sale.pins.map((pin, place) => ({ ...pin, place }))
  return (
    <section className="stack">
      <h3>{t('pins')}</h3>
      <ListTable
        columns={[
          { key: 'serial' },
          { key: 'last4', header: t('pin'), cell: (row) => <span className="mono">{`••••${row.last4}`}</span> },
          ...(isOwn
            ? [
                {
                  key: 'batch_no' as const,
                  header: field('batch'),
                  cell: ({ batch_no }: (typeof rows)[number]) =>
                    batch_no === null ? '–' : <InnerLink to={`/stock/details/${sale.configuration_id}/${batch_no}`}>{String(batch_no)}</InnerLink>,
                },
                { key: 'supplier_name' as const, header: field('supplier') },
              ]
            : []),
        ]}
        rows={rows}
        rowKey={(row) => String(row.place)}
      />
    </section>
  )
}

function Showings({ sale }: { sale: Sale }) {
  const t = useTranslations('sales-reports.sale')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const kinds = useTranslations('sales-reports.showings')
  return (
    <section className="stack">
      <h3>{t('showings')}</h3>
      <ListTable
        columns={[
          { key: 'at', header: field('time') },
          {
            key: 'kind',
            header: word('how'),
            cell: (row: Showing) => (row.copy > 0 ? `${kinds(row.kind)} · ${word('copy_number', { number: format.count(row.copy) })}` : kinds(row.kind)),
          },
          { key: 'who' },
          { key: 'reason' },
        ]}
        kinds={kindsIn('saleDetails', 'showings')}
        rows={sale.showings}
        rowKey={(row) => `${row.at} ${row.copy}`}
      />
    </section>
  )
}

function Refunds({ sale }: { sale: Sale }) {
  const t = useTranslations('sales-reports.sale')
  const field = useTranslations('fields')
  return (
    <section className="stack">
      <h3>{t('refunds')}</h3>
      <ListTable
        columns={[{ key: 'at', header: field('time') }, { key: 'quantity' }, { key: 'sold_total', as: 'exact' }]}
        kinds={kindsIn('saleDetails', 'refunds')}
        rows={sale.refunds}
        rowKey={(row) => row.line_id}
      />
    </section>
  )
}
