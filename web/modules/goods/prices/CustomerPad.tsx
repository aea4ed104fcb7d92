// What one customer may sell and at what discount: its own entries over its plan, each with its reason. The effect is shown before saving.
import { Button, Switch } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { sources } from '../../../../contract/goods/prices.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type Input, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { GridBar } from './GridBar.tsx'
import { GridCell } from './GridCell.tsx'
import { read, textOf } from './grid.ts'
import { PlannedSaved } from './later.ts'
import { entriesOf, padKey } from './pad.ts'
import { Review } from './Review.tsx'
import { useGrid } from './use-grid.ts'
import { WhyPrice } from './WhyPrice.tsx'

type Product = Row<'assignedProducts'>
type Proposed = { action: 'add' | 'enable' | 'disable' | 'delete'; entries: NonNullable<Input<'priceEffect'>['entries']> }
const nameOf = (row: Product) => `${row.product_name} ${row.value === null ? '' : format.money(row.value)}`

export default function CustomerPad() {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const named = useNamed()
  const { customerId: customer_id = '' }: { customerId?: string } = useParams({ strict: false })
  const { isTheirs } = useOwnCustomer(customer_id)
  const mayChange = can(useUser(), 'assignedChange') && !isTheirs
  const grid = useGrid()
  const [proposed, propose] = useState<Proposed>()
  const change = useCall('assignedChange', {
    refresh: ['assignedProducts', 'assignedList', 'plannedPrices'],
    done: () => {
      if (proposed?.action === 'add') grid.clear()
      propose(undefined)
    },
  })
  const entries = entriesOf(grid.typed)
  const isWrong = Object.values(grid.typed).some((text) => 'problem' in read(text))
  /** Changes the entry in force: the one for this value, or the one for the whole product. */
  const decide = (row: Product, action: 'enable' | 'disable' | 'delete') =>
    propose({ action, entries: [{ product_id: row.product_id, configuration_id: row.source === 'pad_product' ? null : row.configuration_id, discount: null }] })
  function toggle(row: Product) {
    if (row.price !== null) decide(row, 'disable')
    else if (row.pad_id) decide(row, 'enable')
    else propose({ action: 'add', entries: [{ product_id: row.product_id, configuration_id: row.configuration_id, discount: 0 }] })
  }
  const columns: Column<Product>[] = [
    { key: 'product', field: ['product_name', 'value'], cell: nameOf, sort: 'product_name' },
    {
      key: 'is_enabled',
      words: yesNo(t('on_offer'), word('hidden')),
      header: t('assigned'),
      cell: (row) => (
        <Switch
          aria-label={t('assigned_of', { name: row.customer_name, product: nameOf(row) })}
          checked={row.price !== null}
          disabled={!mayChange || change.isPending}
          onChange={() => toggle(row)}
        />
      ),
    },
    {
      key: 'discount',
      header: t('percent_of', { name: field('discount') }),
      cell: (row) => (
        <GridCell
          cell={padKey(row)}
          text={grid.typed[padKey(row)] ?? textOf(row.discount)}
          label={t('own_discount', { product: nameOf(row) })}
          editing={grid}
          readOnly={!mayChange || change.isPending}
        />
      ),
      sort: 'discount',
    },
    {
      key: 'source',
      words: wordsOf(sources, (source) => t(`sources.${source}`)),
      header: t('source'),
      cell: (row) => <span className={row.pad_id ? 'badge info' : 'badge'}>{t(`sources.${row.source}`)}</span>,
    },
    { key: 'price', header: t('price'), cell: (row) => (row.price === null ? houseWord('not_on_offer') : format.moneyExact(row.price)), number: true },
    {
      key: 'why',
      field: null,
      header: houseWord('why_this_price'),
      cell: (row) =>
        row.configuration_id && (
          <WhyPrice label={houseWord('why_this_price')} customer_id={customer_id} configuration_id={row.configuration_id} name={nameOf(row)} />
        ),
    },
    ...(mayChange
      ? [
          backColumn(
            word('back_to_the_plan'),
            (row) => named(word('back_to_the_plan'), nameOf(row)),
            change.isPending,
            (row) => decide(row, 'delete'),
          ),
        ]
      : []),
  ]
  return (
    <>
      {change.data?.state === 'waiting' && <SecondPerson onClose={change.reset} />}
      <Suspense>{change.data?.state === 'planned' && <PlannedSaved onClose={change.reset} />}</Suspense>
      <ListPage
        call="assignedProducts"
        input={{ customer_id }}
        columns={columns}
        rowKey={(row) => row.configuration_id ?? row.product_id}
        above={({ content: [first] }) => first && <p className="muted">{t(isTheirs ? 'pad_theirs' : 'pad_of', { name: first.customer_name })}</p>}
        filters={[
          {
            name: 'on_offer',
            label: t('on_offer'),
            options: [
              { value: '1', label: t('on_offer'), is: true },
              { value: '0', label: houseWord('not_on_offer'), is: false },
            ],
          },
        ]}
        sort="product_name"
        searchLabel={t('search_products')}
        nothing={{ title: t('no_products'), hint: t('no_products_hint') }}
      />
      <GridBar grid={grid} count={entries.length} submit={t('review')} disabled={isWrong} onSubmit={() => propose({ action: 'add', entries })} />
      {proposed && (
        <Review
          asked={{ customer_ids: [customer_id], ...proposed }}
          busy={change.isPending}
          error={change.error}
          save={(from) => change.mutate({ action: proposed.action, customer_ids: [customer_id], pad_list: proposed.entries, ...from })}
          onClose={() => propose(undefined)}
        />
      )}
    </>
  )
}

const backColumn = (header: string, label: (row: Product) => string, isBusy: boolean, back: (row: Product) => void): Column<Product> => ({
  key: 'back',
  field: null,
  header,
  cell: (row) =>
    row.pad_id && (
      <Button size="xs" variant="default" disabled={isBusy} aria-label={label(row)} onClick={() => back(row)}>
        {header}
      </Button>
    ),
})
