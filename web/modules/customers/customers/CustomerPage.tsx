// The page of one customer: its balance, how long it lasts and the possible actions. Everything else is in sections, and the address names the open section.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { TabLink } from '../../../kit/page/TabLink.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { AccessTab } from './AccessTab.tsx'
import { ApiTab } from './ApiTab.tsx'
import type { Details } from './customer-form.ts'
import styles from './customers.module.css'
import { HistoryTab } from './HistoryTab.tsx'
import { NotYours } from './NotYours.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { RemarksTab } from './RemarksTab.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import { useCustomer } from './use-customer.ts'
import { useLasts } from './use-lasts.ts'

const views = { overview: OverviewTab, access: AccessTab, api: ApiTab, remarks: RemarksTab, history: HistoryTab } as const
const tabs = ['overview', 'access', 'api', 'remarks', 'history'] as const

export default function CustomerPage() {
  const asked = useCustomer()
  if (asked.isMissing) return <NotYours />
  if (asked.isError && !asked.data) return <FailedPage error={asked.error} retry={() => asked.refetch()} />
  if (!asked.data) return <PageTitle />
  return <Page customer={asked.data} />
}

function Page({ customer }: { customer: Details }) {
  const t = useTranslations('customers')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const lasts = useLasts()
  const [{ tab }] = useUrlState()
  const open = tabs.find((one) => one === tab) ?? 'overview'
  const View = views[open]
  const names = {
    ...{ overview: t('tabs.overview'), access: t('tabs.access'), api: t('tabs.api') },
    ...{ remarks: field('remarks'), history: word('history') },
  }
  const { balance, credit_limit, available } = customer.wallet
  const facts = [
    { label: field('state'), value: <StatusBadge is_active={customer.is_active} /> },
    { label: field('balance'), value: <Amount value={balance} /> },
    { label: field('credit_limit'), value: <Amount value={credit_limit} /> },
    { label: field('available'), value: <Amount value={available} /> },
    { label: field('lasts_until'), value: lasts(customer) },
  ]
  return (
    <DetailPage title={customer.name} facts={facts} actions={<Actions customer={customer} />}>
      {!customer.is_active && (
        <p className="notice warning">{t('page.stopped', { who: customer.stopped_by || '–', reason: customer.stopped_reason || '–' })}</p>
      )}
      {customer.is_registering && <p className="notice">{t('page.registering', { email: customer.email })}</p>}
      <nav aria-label={t('tabs.label')}>
        <ul className={`row gap-4 ${styles.tabs}`}>
          {tabs.map((one) => (
            <li key={one}>
              <TabLink to={`/customer/details/${customer.customer_id}?tab=${one}`} current={one === open}>
                {names[one]}
              </TabLink>
            </li>
          ))}
          <Elsewhere customer={customer} />
        </ul>
      </nav>
      <section aria-label={names[open]} className="stack">
        <View key={customer.customer_id} customer={customer} />
      </section>
    </DetailPage>
  )
}

/** Links to the customer's other screens. */
function Elsewhere({ customer: { customer_id, name, may_credit } }: { customer: Details }) {
  const fieldName = useTranslations('fields')
  const screens = useTranslations('house.screens')
  const user = useUser()
  const found = `?q=${encodeURIComponent(name)}`
  const links = [
    { label: screens('sales_report'), to: `/reports-sales?period=this_month&customer_id=${customer_id}`, call: 'salesList' },
    { label: screens('ledger'), to: `/admin/customer-ledger?customer=${customer_id}`, call: 'ledgerCustomer' },
    // Each customer is billed by its own parent, so only the parent gets this link.
    ...(may_credit && user.account_role === accountRole.reseller
      ? [{ label: screens('invoices'), to: `/invoice/${customer_id}`, call: 'invoiceTerms' as const }]
      : []),
    { label: screens('claims'), to: `/reclaim-requests${found}`, call: 'reclaimsList' },
    { label: fieldName('bookings'), to: `/customer/credit/history${found}`, call: 'creditLogs' },
    { label: screens('credit_auto'), to: `/customer/${customer_id}/credit/auto`, call: 'autoCreditUpdate' },
    { label: screens('products'), to: `/customer/${customer_id}/pad`, call: 'assignedList' },
    { label: fieldName('entries'), to: `/customer/${customer_id}/dynamic/discount`, call: 'liveDiscounts' },
    { label: screens('devices'), to: `/customer/devices/${customer_id}`, call: 'devicesAssignedList' },
    { label: fieldName('terminal_id'), to: `/terminals${found}`, call: 'terminalsList' },
  ] as const
  return links
    .filter(({ call }) => can(user, call))
    .map(({ label, to }) => (
      <li key={to}>
        <TabLink to={to}>
          {label} <span aria-hidden>›</span>
        </TabLink>
      </li>
    ))
}

function Actions({ customer: { customer_id, name, is_active, may_credit, plan_id } }: { customer: Details }) {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const user = useUser()
  // The command palette opens this page with `do` in the address when a user types, for example, "stop weiss".
  const [{ do: asked }] = useUrlState()
  const [isOpen, setOpen] = useState(asked === 'stop' && is_active && can(user, 'customerStatus'))
  const mayPlan = may_credit && can(user, 'assignedChange')
  // The checklist of a new reseller opens this page with `do=plan` in the address, to give a shop its plan.
  const [isPlanning, setPlanning] = useState(asked === 'plan' && mayPlan)
  return (
    <>
      {mayPlan && !plan_id && (
        <Button variant="default" onClick={() => setPlanning(true)}>
          {t('list.plan_give')}
        </Button>
      )}
      {can(user, 'customerUpdate') && (
        <Button component={Link} to={`/customer/edit/${customer_id}`} variant="default">
          {word('edit')}
        </Button>
      )}
      {can(user, 'customerStatus') && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {is_active ? t('status.stop') : t('status.restart')}
        </Button>
      )}
      {may_credit && can(user, 'walletChange') && (
        <Button component={Link} to={`/customer/${customer_id}/credit/add`}>
          {word('top_up_balance')}
        </Button>
      )}
      {isPlanning && <PlanDialog customer_ids={[customer_id]} onClose={() => setPlanning(false)} done={() => undefined} />}
      {isOpen && <StatusDialog customer_ids={[customer_id]} name={name} is_active={!is_active} onClose={() => setOpen(false)} />}
    </>
  )
}
