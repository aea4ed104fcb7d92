// What to know before calling a customer: whether it can sell, since when it sold nothing, its trend, its reprints and devices.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { SalesSpans } from '../../../kit/charts/charts.tsx'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Widget } from '../../../kit/page/Widget.tsx'
import { Light, Mend } from '../readiness/readiness.ts'
import type { Details } from './customer-form.ts'

const ShopView = lazy(() => import('./ShopView.tsx'))

const DAY_MS = 86_400_000
/** The calendar days since an instant: in the morning, yesterday evening is one day ago. */
const daysSince = (instant: string) => Math.round((Date.parse(format.berlinDay()) - Date.parse(format.berlinDay(new Date(instant)))) / DAY_MS)

export function Pulse({ customer: { customer_id, account_role, name } }: { customer: Details }) {
  const user = useUser()
  const asked = useQuery(query('customerPulse', { customer_id }))
  return (
    <>
      <Widget of={asked}>{(pulse) => <Glance pulse={pulse} customer_id={customer_id} name={name} isShop={account_role === accountRole.seller} />}</Widget>
      {can(user, 'salesSpans') && <SalesSpans customer_id={customer_id} />}
    </>
  )
}

type GlanceProps = { pulse: Output<'customerPulse'>; customer_id: string; name: string; isShop: boolean }

function Glance({ pulse: { prints, devices, last_sale_at }, customer_id, name, isShop }: GlanceProps) {
  const t = useTranslations('customers.pulse')
  const field = useTranslations('fields')
  const days = last_sale_at ? daysSince(last_sale_at) : undefined
  return (
    <section className="card stack" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {isShop && <CanSell customer_id={customer_id} />}
      {isShop && <TillOf customer_id={customer_id} name={name} />}
      <Facts
        facts={[
          { label: field('last_sale'), value: days === undefined ? t('never') : t('quiet_days', { n: days, days: format.count(days) }) },
          ...(prints ? [{ label: t('prints'), value: <Prints prints={prints} /> }] : []),
          { label: field('devices'), value: t('devices_told', { assigned: format.count(devices.assigned), paired: format.count(devices.paired) }) },
        ]}
      />
    </section>
  )
}

function TillOf({ customer_id, name }: { customer_id: string; name: string }) {
  const t = useTranslations('customers.shop_view')
  const user = useUser()
  const { isTheirs } = useOwnCustomer(customer_id)
  const [isOpen, setOpen] = useState(false)
  if (!can(user, 'shopOffers') || isTheirs) return null
  return (
    <div className="row">
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>{isOpen && <ShopView customer_id={customer_id} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

function Prints({ prints: { pins, again } }: { prints: { pins: number; again: number } }) {
  const t = useTranslations('customers.pulse')
  if (pins === 0) return t('none_sold')
  return `${format.decimal(again / pins)} (${t('prints_told', { again: format.count(again), pins: format.count(pins) })})`
}

function CanSell({ customer_id }: { customer_id: string }) {
  const t = useTranslations('start.light')
  const { data, isPending } = useQuery(query('shopsReady', { customer_id }))
  const shop = data?.content[0]
  // While the answer is awaited, the label keeps the line's place.
  if (isPending)
    return (
      <div className="row" data-waiting>
        <span>{t('label')}</span>
      </div>
    )
  if (!shop) return null
  return (
    <div className="row">
      <span>{t('label')}</span>
      <Light shop={shop} />
      <span className="muted">{t('goods', { on_offer: format.count(shop.on_offer), in_stock: format.count(shop.in_stock) })}</span>
      <Mend shop={shop} />
    </div>
  )
}
