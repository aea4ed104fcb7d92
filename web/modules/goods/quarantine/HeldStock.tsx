// Stock that is held back after a restore of the database: the reason, the goods, and the buttons to release it batch by batch or all at once, with a reason.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { Release } from './Release.tsx'

type Held = Row<'heldList'>
/** The stock to release: one batch, or all held stock if no batch is given. */
type ReleaseTarget = { batch?: Held; count: number }

export default function HeldStock() {
  const t = useTranslations('stock.held')
  const named = useNamed()
  const [asked, setAsked] = useState<ReleaseTarget>()
  const mayRelease = can(useUser(), 'heldRelease')
  const columns = useColumns()
  const action: Column<Held> = {
    key: 'action',
    field: null,
    cell: (row) => (
      <Button size="xs" variant="default" aria-label={named(t('release'), row.batch_no)} onClick={() => setAsked({ batch: row, count: row.held })}>
        {t('release')}
      </Button>
    ),
  }
  return (
    <>
      <ListPage
        call="heldList"
        columns={mayRelease ? [...columns, action] : columns}
        rowKey={(row) => String(row.batch_no)}
        searchLabel={t('search')}
        above={(output) => <Why {...output} {...(mayRelease && { all: (count: number) => setAsked({ count }) })} />}
        nothing={{ title: t('none'), hint: t('none_hint') }}
      />
      {asked && <Release {...asked} close={() => setAsked(undefined)} />}
    </>
  )
}

function Why({ restore, held, all }: Pick<Output<'heldList'>, 'restore' | 'held'> & { all?: (count: number) => void }) {
  const t = useTranslations('stock.held')
  if (!restore) return null
  const { cause, point, held_at } = restore
  return (
    <div role="status" className="notice warning stack">
      <p>{t(`cause_${cause}`, { when: format.dateTime(held_at) })}</p>
      <p>{point ? t('known_until', { point: format.dateTime(point) }) : t('known_unsure')}</p>
      <p>{t('what_to_do')}</p>
      {all && held > 0 && (
        <div className="row">
          <Button color="danger" variant="outline" onClick={() => all(held)}>
            {t('release_all')}
          </Button>
        </div>
      )}
    </div>
  )
}

function useColumns(): Column<Held>[] {
  const t = useTranslations('stock')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return [
    { key: 'batch_no' },
    { key: 'product_name', cell: (row) => (row.pool_name ? `${row.product_name} ${row.pool_name}` : row.product_name) },
    { key: 'value', cell: (row) => (row.pool_name ? '–' : format.money(row.value)), number: true },
    { key: 'held' },
    { key: 'owner_name', header: t('held.owner') },
    { key: 'supplier_name' },
    { key: 'lot' },
    { key: 'created_at', header: field('imported') },
    { key: 'was_published', words: yesNo(field('published'), word('not_on_sale')), header: t('held.then') },
  ]
}
