// The list of single gift cards, filtered by state, batch and serial; each row opens the card's history.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardStates } from '../../../../contract/goods/gift-cards.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { Link } from '../../../kit/router/Pages.tsx'
import { PinState } from '../batches/batches.ts'
import { BatchFinder } from './BatchFinder.tsx'
import { CardDetails } from './CardDetails.tsx'

type Card = Row<'giftCardsList'>

export default function GiftCardList() {
  const t = useTranslations('goods.gift_cards')
  const screen = useTranslations('house.screens')
  const field = useTranslations('fields')
  const states = useTranslations('goods.batches.states')
  const named = useNamed()
  const user = useUser()
  const [{ batch_no }] = useUrlState()
  const batch = /^\d{1,9}$/.test(batch_no ?? '') ? batch_no : undefined
  const [open, setOpen] = useState<string>()
  const columns: Column<Card>[] = [
    { key: 'product_name' },
    { key: 'value' },
    { key: 'serial' },
    { key: 'last4', header: field('code'), cell: (row) => `••••${row.last4}` },
    { key: 'batch_no' },
    { key: 'expires_on' },
    { key: 'created_at', header: t('added') },
    { key: 'state', words: wordsOf(cardStates, states), cell: (row) => <PinState state={row.state} /> },
    {
      key: 'action',
      field: null,
      cell: (row) => (
        <Button size="xs" variant="default" aria-label={named(t('details'), row.serial || row.last4)} onClick={() => setOpen(row.gift_card_id)}>
          {t('details')}
        </Button>
      ),
    },
  ]
  const add = (
    <>
      {can(user, 'stockUpload') && (
        <Button component={Link} to="/inventory/add" variant="default">
          {t('import')}
        </Button>
      )}
      {can(user, 'giftCardsAdd') && (
        <Button component={Link} to="/gift-cards/add">
          {screen('gift_cards_add')}
        </Button>
      )}
    </>
  )
  return (
    <>
      <ListPage
        call="giftCardsList"
        columns={columns}
        rowKey={(row) => row.gift_card_id}
        filters={[
          { name: 'state', label: field('state'), options: cardStates.map((value) => ({ value, label: states(value), is: value })) },
          {
            name: 'batch_no',
            label: field('batch'),
            options: batch ? [{ value: batch, label: batch, is: Number(batch) }] : [],
            control: <BatchFinder key={batch ?? ''} chosen={batch} />,
          },
        ]}
        searchLabel={t('search')}
        actions={add}
        nothing={{ title: t('none'), hint: t('none_hint'), action: add }}
      />
      {open && <CardDetails gift_card_id={open} close={() => setOpen(undefined)} />}
    </>
  )
}
