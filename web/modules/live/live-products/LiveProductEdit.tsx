// The page of one product of a supplier's catalogue: its cost, whether and how it is sold, and its earlier costs.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { typeOfProvider } from '../../../../contract/goods/live-prices.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { CountField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { heldTax, TaxFields, useTaxWords } from '../../../kit/form/TaxFields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { PriceFields, usePriceLabels } from './PriceFields.tsx'
import { stateLooks, useWords } from './words.ts'

type Product = Row<'liveProductsList'>

export default function LiveProductEdit() {
  const t = useTranslations('prices.online')
  const word = useTranslations('words')
  const { liveProductId = '' } = useParams()
  const asked = useQuery(query('liveProductsList', { filters: { live_product_id: liveProductId } }))
  const missing = { title: t('missing'), hint: t('missing_hint'), to: '/dynamic-products/', label: word('to_the_list') } as const
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(product) => <Edit key={liveProductId} product={product} />}
    </OnePage>
  )
}

function Edit({ product }: { product: Product }) {
  const t = useTranslations('prices.online')
  const field = useTranslations('fields')
  const words = useWords()
  const rateOf = ({ rate, rate_source, rate_at }: Product) =>
    [rate, rate_source && field(rate_source), rate_at && format.dateTime(rate_at)].filter(Boolean).join(' · ')
  const { live_product_id, supplier_name, name, state, cost, cost_to, price, retail, dearer_at, cost_before } = product
  const tax = useTaxWords()
  const amounts =
    cost === null ? '–' : cost === cost_to || cost_to === null ? format.moneyExact(cost) : `${format.moneyExact(cost)} – ${format.moneyExact(cost_to)}`
  const facts = [
    { label: field('state'), value: <span className={stateLooks[state]}>{words.states[state]}</span> },
    { label: field('supplier'), value: product.connection_name ?? '–' },
    { label: t('cost'), value: amounts },
    { label: field('price'), value: price === null ? '–' : format.money(price) },
    { label: t('retail'), value: retail === null ? '–' : format.money(retail) },
    { label: field('vat_treatment'), value: tax.said(product) },
    { label: field('currency'), value: product.currency ?? '–' },
    ...(product.rate === null ? [] : [{ label: field('rate'), value: rateOf(product) }]),
  ]
  return (
    <DetailPage title={`${product.operator_name} · ${name}`} facts={facts}>
      {dearer_at !== null && cost_before !== null && (
        <div role="status" className="notice warning row">
          {t('dearer_from', { date: format.date(dearer_at), amount: format.moneyExact(cost_before) })}
          {state === 'dearer' && <Accept id={live_product_id} />}
        </div>
      )}
      <section className="card">
        <Decision product={{ ...product, name: name === supplier_name ? null : name }} id={live_product_id} />
      </section>
      <History live_product_id={live_product_id} />
    </DetailPage>
  )
}

/** The button that accepts a higher cost. A product that was taken off sale because its cost rose is sold again only after that. */
function Accept({ id }: { id: string }) {
  const word = useTranslations('words')
  const [isWaiting, setWaiting] = useState(false)
  const update = useCall('liveProductsUpdate', { refresh: ['liveProductsList', 'livePriceHistory'], done: ({ state }) => setWaiting(state === 'waiting') })
  return (
    <>
      <Button size="xs" disabled={update.isPending} onClick={() => update.mutate({ live_product_ids: [id], is_on: true })}>
        {word('put_on_sale')}
      </Button>
      <Refusal error={update.error} changes />
      {isWaiting && <SecondPerson onClose={() => setWaiting(false)} />}
    </>
  )
}

type Decided = Omit<Product, 'name'> & { name: string | null }

function Decision({ product, id }: { product: Decided; id: string }) {
  const t = useTranslations('prices.online')
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  const [isWaiting, setWaiting] = useState(false)
  const { is_on, name, position, price_by, margin_percent, margin_amount, rounding, goes_first, vat_treatment, vat_rate, vat_country } = product
  const form = useEditForm(
    'liveProductsUpdate',
    {
      ...{ is_on, name, position, price_by, margin_percent, margin_amount, rounding, goes_first: goes_first ?? false },
      ...heldTax({ vat_treatment, vat_rate, vat_country }),
    },
    {
      labels: usePriceLabels(),
      fixed: { live_product_ids: [id] },
      refresh: ['liveProductsList', 'livePriceHistory'],
      done: ({ state }) => setWaiting(state === 'waiting'),
    },
  )
  return (
    <>
      <CallForm form={form} submit={word('save')} saved={t('saved')}>
        <SwitchField {...form.fields.is_on} />
        <TextField {...form.fields.name} hint={t('own_name_hint')} />
        <CountField {...form.fields.position} />
        <PriceFields fields={form.fields} />
        {typeOfProvider[product.provider] === 'direct_recharge' && <SwitchField {...form.fields.goes_first} />}
        <FormSection title={field('tax')}>
          <Whole>
            <p className="muted">{t('tax_hint')}</p>
          </Whole>
          <TaxFields fields={form.fields} />
        </FormSection>
      </CallForm>
      {isWaiting && <SecondPerson onClose={() => setWaiting(false)} />}
    </>
  )
}

function History({ live_product_id }: { live_product_id: string }) {
  const t = useTranslations('prices.online')
  const field = useTranslations('fields')
  const columns: Column<Row<'livePriceHistory'>>[] = [
    { key: 'at', header: field('since') },
    { key: 'cost', header: t('cost'), as: 'exact' },
    { key: 'price' },
    { key: 'currency' },
    { key: 'rate' },
    { key: 'by', header: field('reason'), cell: ({ by }) => by || t('by_catalogue') },
  ]
  return (
    <section className="stack" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <ListPage bare call="livePriceHistory" columns={columns} rowKey={({ at }) => at} input={{ live_product_id }} />
    </section>
  )
}
