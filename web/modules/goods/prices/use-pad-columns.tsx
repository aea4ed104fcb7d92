// The columns of a list of what one customer may sell: on offer or not, its own discount, the price, and the source of the price.
import { Button, Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { sources } from '../../../../contract/goods/prices.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { GridCell } from './GridCell.tsx'
import { textOf } from './grid.ts'
import { padKey } from './pad.ts'
import type { useGrid } from './use-grid.ts'
import { WhyPrice } from './WhyPrice.tsx'

export type Product = Row<'assignedProducts'>

export const nameOf = (row: Product) => `${row.product_name} ${row.value === null ? '' : format.money(row.value)}`

type Pad = {
  customer_id: string
  grid: ReturnType<typeof useGrid>
  /** Whether all columns are read-only, because the user has no right to change them or a change is being saved. */
  isLocked: boolean
  toggle: (row: Product) => void
  /** Deletes the customer's own price entry, so that its plan applies again; undefined if the user may not do that. */
  toPlan?: (row: Product) => void
}

export function usePadColumns({ customer_id, grid, isLocked, toggle, toPlan }: Pad): Column<Product>[] {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const named = useNamed()
  return [
    { key: 'product', field: ['product_name', 'value'], cell: nameOf, sort: 'product_name' },
    {
      key: 'is_enabled',
      words: yesNo(t('on_offer'), word('hidden')),
      header: t('assigned'),
      cell: (row) => (
        <Switch
          aria-label={t('assigned_of', { name: row.customer_name, product: nameOf(row) })}
          checked={row.price !== null}
          disabled={isLocked}
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
          readOnly={isLocked}
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
    ...(toPlan ? [backColumn(word('back_to_the_plan'), (row) => named(word('back_to_the_plan'), nameOf(row)), isLocked, toPlan)] : []),
  ]
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
