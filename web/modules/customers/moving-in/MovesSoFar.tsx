// The list of the organisation's moves from another system; each row opens the report of a move.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { moveStates } from '../../../../contract/customers/moving-in.ts'
import { query } from '../../../kit/base/api.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'

export function MovesSoFar() {
  const t = useTranslations('customers.moving')
  const field = useTranslations('fields')
  const { data } = useQuery(query('movesList', { limit: 1 }))
  if (!data?.filters.total_count) return null
  return (
    <section className="stack gap-8" aria-label={t('so_far')}>
      <h2>{t('so_far')}</h2>
      <ListPage
        bare
        call="movesList"
        rowKey={(row) => row.move_id}
        link={(row) => `/customers/moving-in/${row.move_id}`}
        columns={[
          { key: 'created_at', header: field('at') },
          { key: 'customers' },
          { key: 'balance' },
          { key: 'state', header: field('stage'), words: wordsOf(moveStates, (state) => t(`states.${state}`)) },
          { key: 'created_by', header: field('by') },
        ]}
      />
    </section>
  )
}
