// The customers that are assigned to a person at present; chosen customers can be removed.
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { ChooseBox, ChosenBar } from './ChosenBar.tsx'
import { useChosen } from './use-chosen.ts'

type Assignment = Row<'staffAssignHistory'>
type Props = { person: Staff; rows: readonly Assignment[]; total: number }

export function AssignedCustomers({ person, rows, total }: Props) {
  const t = useTranslations('staff')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const chosen = useChosen(person.user_id, 'remove')
  const columns: Column<Assignment>[] = [
    { key: 'customer_name' },
    { key: 'assigned_at', header: field('date_from'), cell: (row) => t('history.by', { time: format.dateTime(row.assigned_at), name: row.assigned_by }) },
    { key: 'choose', field: null, header: word('remove'), cell: (row) => <ChooseBox id={row.customer_id} name={row.customer_name} chosen={chosen} /> },
  ]
  return (
    <section className="stack" aria-labelledby="assigned">
      <h2 id="assigned">{t('assign.current')}</h2>
      {rows.length === 0 && <p className="muted">{t('assign.current_none')}</p>}
      {rows.length > 0 && <ListTable columns={columns} rows={rows} rowKey={(row) => row.assignment_id} />}
      {total > rows.length && <p className="muted">{t('assign.current_first', { shown: format.count(rows.length), total: format.count(total) })}</p>}
      {(rows.length > 0 || chosen.call.isSuccess) && <ChosenBar chosen={chosen} />}
    </section>
  )
}
