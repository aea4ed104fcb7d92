// The mandates of the customers. A row opens the mandate.
import { useTranslations } from 'use-intl'
import { mandateSchemes, mandateStates } from '../../../../contract/papers/mandates.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'

const looks = { unused: 'badge', in_use: 'badge success', expired: 'badge warning', revoked: 'badge' } as const

export default function MandateList() {
  const t = useTranslations('debits')
  const nameOf = useFieldNames()
  const columns: Column<Row<'mandatesList'>>[] = [
    { key: 'customer_name', sort: 'customer_name' },
    { key: 'mandate_reference', sort: 'mandate_reference', fact: true },
    { key: 'state', words: wordsOf(mandateStates, (code) => t(`mandate_states.${code}`)), looks, fact: true },
    { key: 'account_holder' },
    { key: 'iban', cell: (row) => <span className="mono nowrap">{ibanInGroups(row.iban)}</span> },
    { key: 'scheme', words: wordsOf(mandateSchemes, (code) => t(`schemes.${code}`)) },
    { key: 'signed_on' },
    { key: 'last_used_on' },
    { key: 'bic', extra: true },
    { key: 'revoked_on', extra: true },
  ]
  const filters: Filter[] = [
    { name: 'state', label: nameOf('state') ?? '', options: mandateStates.map((code) => ({ value: code, label: t(`mandate_states.${code}`), is: code })) },
    { name: 'scheme', label: nameOf('scheme') ?? '', options: mandateSchemes.map((code) => ({ value: code, label: t(`schemes.${code}`), is: code })) },
  ]
  return (
    <ListPage
      call="mandatesList"
      columns={columns}
      rowKey={(row) => row.mandate_id}
      link={(row) => `/mandate/edit/${row.mandate_id}`}
      filters={filters}
      searchLabel={t('search')}
      sort="customer_name"
      actions={<AddButton />}
      nothing={{ title: t('no_mandates'), hint: t('no_mandates_hint'), action: <AddButton /> }}
    />
  )
}

function AddButton() {
  const t = useTranslations('house.screens')
  return <LinkButton to="/mandate/add">{t('mandate_add')}</LinkButton>
}
