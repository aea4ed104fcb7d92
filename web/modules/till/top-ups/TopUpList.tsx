// The shop's top-ups, found by their complete telephone number; each successful top-up has its slip.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { transactionOutcomes } from '../../../../contract/kit/live.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { ask, useUser } from '../../../kit/base/api.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { showsPreview, usePreferences } from '../../../kit/base/preferences.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { unbroken } from '../../../kit/page/unbroken.tsx'
import { type SlipOf, TopUpPrinter } from '../live-selling/live-selling.ts'
import { readNumber } from '../saved-numbers/saved-numbers.ts'

const looks = { pending: 'badge warning', successful: 'badge success', failed: 'badge danger' }

export default function TopUpList() {
  const t = useTranslations('top_ups')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const user = useUser()
  const named = useNamed()
  const [preferences] = usePreferences()
  const [slip, setSlip] = useState<{ of: SlipOf; step: 'preview' | 'paper' }>()
  const [error, setError] = useState<unknown>()
  const words = { pending: t('states.pending'), successful: t('states.successful'), failed: t('states.failed') }
  const print = ({ top_up_id }: Row<'topUps'>) =>
    ask('topUp', { top_up_id }).then((of) => setSlip({ of, step: showsPreview(preferences, user) ? 'preview' : 'paper' }), setError)
  const columns: Column<Row<'topUps'>>[] = [
    { key: 'created_at', header: field('at') },
    { key: 'mobile_number', header: field('number'), cell: ({ mobile_number }) => unbroken(readNumber(mobile_number, '')?.written ?? mobile_number) },
    { key: 'operator' },
    { key: 'product_name' },
    { key: 'arrives', header: t('list.arrives') },
    { key: 'value' },
    ...(user.mask_seller_discount === 1 ? [] : [{ key: 'price' as const, header: field('you_pay') }]),
    { key: 'state', header: field('stage'), words, looks },
    { key: 'username', header: field('sold_by') },
    {
      key: 'reference',
      header: t('list.reference'),
      cell: (row) =>
        row.state === 'successful' ? (
          <Button variant="subtle" size="compact-sm" aria-label={named(word('print_the_slip'), row.reference || row.mobile_number)} onClick={() => print(row)}>
            {row.reference || word('print_the_slip')}
          </Button>
        ) : (
          row.reference
        ),
    },
  ]
  const filters: Filter[] = [
    { name: 'state', label: field('stage'), options: transactionOutcomes.map((state) => ({ value: state, label: words[state], is: state })) },
  ]
  return (
    <>
      <Refusal error={error} />
      <ListPage
        call="topUps"
        columns={columns}
        rowKey={(row) => row.top_up_id}
        filters={filters}
        searchLabel={t('list.search')}
        nothing={{ title: t('list.nothing'), hint: t('list.nothing_hint'), action: <LinkButton to="/international-topup/">{t('list.new')}</LinkButton> }}
      />
      {slip && <TopUpPrinter slip={slip.of} step={slip.step} onPrint={() => setSlip({ of: slip.of, step: 'paper' })} onClose={() => setSlip(undefined)} />}
    </>
  )
}
