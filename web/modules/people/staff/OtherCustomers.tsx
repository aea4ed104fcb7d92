// The customers that can be assigned to this person: those below the person's organisation, found by searching.
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'
import { useUser } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ChooseBox, ChosenBar } from './ChosenBar.tsx'
import { useChosen } from './use-chosen.ts'

type Customer = Row<'customersListShort'>
type Props = { person: Staff; assigned: ReadonlySet<string> }

export function OtherCustomers({ person, assigned }: Props) {
  const t = useTranslations('staff')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const chosen = useChosen(person.user_id, 'assign')
  const isOwn = person.organisation_id === useUser().customer_id
  const columns: Column<Customer>[] = [
    { key: 'name', header: field('customer'), sort: 'name' },
    { key: 'username' },
    { key: 'city' },
    {
      key: 'choose',
      field: null,
      header: t('assign.assign'),
      cell: (row) =>
        assigned.has(row.customer_id) ? (
          <span className="badge success">{t('assign.assigned')}</span>
        ) : (
          <ChooseBox id={row.customer_id} name={row.name} chosen={chosen} />
        ),
    },
  ]
  return (
    <section className="stack" aria-labelledby="others">
      <h2 id="others">{t('assign.more')}</h2>
      <ListPage
        bare
        call="customersListShort"
        columns={columns}
        rowKey={(row) => row.customer_id}
        input={isOwn ? {} : { filters: { parent_id: person.organisation_id } }}
        searchLabel={word('search_people')}
        sort="name"
        nothing={{ title: t('assign.none'), hint: t('assign.none_hint') }}
      />
      <ChosenBar chosen={chosen} />
    </section>
  )
}
