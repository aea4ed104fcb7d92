// Calling card pools: their stock, the denominations that draw on them, and links to fill them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { inUse } from '../../../kit/page/field-format.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { DaysLeft } from '../stock/stock.ts'
import { PoolAdd } from './PoolAdd.tsx'
import { PoolEdit } from './PoolEdit.tsx'

type Pool = Row<'poolsList'>
/** Calls to read again when a pool changes, because the denominations of a closed pool are no longer on offer. */
const changed = ['poolsList', 'productsList', 'sellerProducts', 'sellerProductsV2'] as const
type Open = { what: 'add' } | { what: 'edit' | 'close'; pool: Pool }

export default function PoolList() {
  const t = useTranslations('goods.pools')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const mayChange = can(useUser(), 'poolAdd')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns: Column<Pool>[] = [
    { key: 'product_name' },
    { key: 'pool_name', header: t('name') },
    { key: 'available', header: field('published') },
    { key: 'unpublished', header: word('not_on_sale') },
    { key: 'sold', header: t('sold') },
    { key: 'days_left', cell: (row) => <DaysLeft unsold={row.available} days_left={row.days_left} empty={t('empty')} />, number: true },
    {
      key: 'configurations',
      part: 'value',
      cell: (row) => row.configurations.map(({ value }) => format.money(value)).join(', ') || t('draws_none'),
    },
    { key: 'last_delivery_at', as: 'date' },
    {
      key: 'is_active',
      words: yesNo(word('open'), field('closed')),
      header: field('state'),
      looks: inUse,
    },
  ]
  const action: Column<Pool> = { key: 'action', field: null, cell: (row) => <Actions pool={row} open={setOpen} /> }
  const add = <Button onClick={() => setOpen({ what: 'add' })}>{t('add')}</Button>
  return (
    <>
      <ListPage
        call="poolsList"
        columns={mayChange ? [...columns, action] : columns}
        rowKey={(row) => row.pool_id}
        link={(row) => `/inventory/details/${row.pool_id}`}
        searchLabel={t('search')}
        actions={mayChange && add}
        nothing={{ title: t('none'), hint: t('none_hint'), action: mayChange && add }}
      />
      {open?.what === 'add' && <PoolAdd close={close} />}
      {open?.what === 'edit' && <PoolEdit pool={open.pool} close={close} />}
      {open?.what === 'close' && <PoolClose pool={open.pool} close={close} />}
    </>
  )
}

function Actions({ pool, open }: { pool: Pool; open: (open: Open) => void }) {
  const t = useTranslations('goods.pools')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const named = useNamed()
  const reopen = useCall('poolsList', { refresh: changed })
  return (
    <span className="buttons">
      <Button component={Link} to={`/pools/upload/${pool.pool_id}`} size="xs" variant="default" aria-label={named(t('fill'), pool.pool_name)}>
        {t('fill')}
      </Button>
      <Button size="xs" variant="default" aria-label={named(word('edit'), pool.pool_name)} onClick={() => open({ what: 'edit', pool })}>
        {word('edit')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={reopen.isPending}
        aria-label={named(pool.is_active ? houseWord('close') : word('reopen'), pool.pool_name)}
        onClick={() => (pool.is_active ? open({ what: 'close', pool }) : reopen.mutate({ action: 'open', pool_id: pool.pool_id }))}
      >
        {pool.is_active ? houseWord('close') : word('reopen')}
      </Button>
    </span>
  )
}

function PoolClose({ pool, close }: { pool: Pool; close: () => void }) {
  const t = useTranslations('goods.pools')
  const word = useTranslations('house.words')
  const call = useCall('poolsList', { refresh: changed, done: close })
  return (
    <Confirm
      title={t('close_title', { pool: pool.pool_name })}
      confirm={word('close')}
      danger
      busy={call.isPending}
      onConfirm={() => call.mutate({ action: 'close', pool_id: pool.pool_id })}
      onClose={close}
    >
      <p>{t('close_text', { count: format.count(pool.available) })}</p>
      <Refusal error={call.error} changes />
    </Confirm>
  )
}
