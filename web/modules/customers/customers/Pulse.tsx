// What to know before calling a customer: whether it can sell, since when it has sold nothing, its trend, reprints and devices.
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { SalesSpans } from '../../../kit/charts/charts.tsx'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { AwaitedFigure } from '../../../kit/page/Figures.tsx'
import { Light, Mend } from '../readiness/readiness.ts'
import type { Details } from './customer-form.ts'

const ShopView = lazy(() => import('./ShopView.tsx'))

const DAY_MS = 86_400_000
/** Returns how many days ago an instant was, by the calendar in Berlin: yesterday evening is one day ago, even early this morning. */
const daysSince = (instant: string) => Math.round((Date.parse(format.berlinDay()) - Date.parse(format.berlinDay(new Date(instant)))) / DAY_MS)

export function Pulse({ customer: { customer_id, account_role, name } }: { customer: Details }) {
  const user = useUser()
  const asked = useQuery(query('customerPulse', { customer_id }))
  return (
    <>
      <Glance asked={asked} customer_id={customer_id} name={name} isShop={account_role === accountRole.seller} />
      {can(user, 'salesSpans') && <SalesSpans customer_id={customer_id} />}
    </>
  )
}

type GlanceProps = { asked: UseQueryResult<Output<'customerPulse'>>; customer_id: string; name: string; isShop: boolean }

function Glance({ asked, customer_id, name, isShop }: GlanceProps) {
  const t = useTranslations('customers.pulse')
  const field = useTranslations('fields')
  const told = (value: (pulse: Output<'customerPulse'>) => ReactNode) => (asked.data ? value(asked.data) : <AwaitedFigure />)
  return (
    <section className="card stack" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {isShop && <CanSell customer_id={customer_id} />}
      {isShop && <TillOf customer_id={customer_id} name={name} />}
      {asked.isError && !asked.data ? (
        <Failed error={asked.error} retry={() => asked.refetch()} />
      ) : (
        <Facts
          facts={[
            { label: field('last_sale'), value: told(({ last_sale_at }) => <LastSale at={last_sale_at} />) },
            ...(isShop ? [{ label: t('prints'), value: told(({ prints }) => prints && <Prints prints={prints} />) }] : []),
            {
              label: field('devices'),
              value: told(({ devices: { assigned, paired } }) => t('devices_told', { assigned: format.count(assigned), paired: format.count(paired) })),
            },
          ]}
        />
      )}
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

function LastSale({ at }: { at: string | null }) {
  const t = useTranslations('customers.pulse')
  if (!at) return t('never')
  const days = daysSince(at)
  return t('quiet_days', { n: days, days: format.count(days) })
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
  // While the answer is loading, the label reserves the line's place.
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
