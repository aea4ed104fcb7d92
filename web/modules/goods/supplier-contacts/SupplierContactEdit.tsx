// The page of one contact at a supplier, on which the contact can be changed or removed.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate, useParams } from '../../../kit/router/Pages.tsx'
import { refresh, SupplierContactFields } from './SupplierContactFields.tsx'

const LIST = '/supplier-contacts/view'

export default function SupplierContactEdit() {
  const t = useTranslations('goods.contacts')
  const word = useTranslations('words')
  const { supplierContactId = '' } = useParams()
  const asked = useQuery(query('supplierContactsList', { filters: { supplier_contact_id: supplierContactId } }))
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={{ title: t('missing'), to: LIST, label: word('to_the_list') }}>
      {(row) => <Edit key={supplierContactId} row={row} />}
    </OnePage>
  )
}

function Edit({ row }: { row: Row<'supplierContactsList'> }) {
  const t = useTranslations('goods.contacts')
  const word = useTranslations('house.words')
  const navigate = useNavigate()
  const { supplier_contact_id, name, company } = row
  const form = useEditForm('supplierContactUpdate', row, { refresh })
  return (
    <div className="stack">
      <PageTitle title={`${name} · ${company}`} />
      <section className="card">
        <CallForm
          form={form}
          submit={word('save')}
          actions={
            <EffectButton
              {...{ call: 'supplierContactRemove', input: { supplier_contact_id }, label: word('remove'), title: t('remove', { name }), refresh }}
              done={() => navigate(LIST)}
            >
              {t('remove_hint')}
            </EffectButton>
          }
        >
          <SupplierContactFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
