// The fields of a contact at a supplier, for the forms that add and change one.
import { useTranslations } from 'use-intl'
import { supplierContactTasks } from '../../../../contract/goods/supplier-contacts.ts'
import type { Input } from '../../../kit/base/api.ts'
import { FieldGrid } from '../../../kit/form/FormSection.tsx'
import { LongTextField, SelectField, TextField } from '../../../kit/form/fields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

export const refresh = ['supplierContactsList'] as const

/** Returns the name of each task of a contact, by its code. */
export function useTaskNames() {
  const task = useTranslations('goods.contact_tasks')
  const field = useTranslations('fields')
  return (code: (typeof supplierContactTasks)[number]) => (code === 'claims' ? field('reclaims') : task(code))
}

type Fields = Omit<FormOf<Input<'supplierContactAdd'>>['fields'], 'supplier_id'>

export function SupplierContactFields({ fields }: { fields: Fields }) {
  const t = useTranslations('goods.contacts')
  const nameOf = useTaskNames()
  const options = supplierContactTasks.map((value) => ({ value, label: nameOf(value) }))
  return (
    <>
      <FieldGrid>
        <TextField {...fields.name} required />
        <SelectField {...fields.task} options={options} hint={t('task_hint')} required />
        <TextField {...fields.email} type="email" hint={t('reach_hint')} />
        <TextField {...fields.telephone} type="tel" />
      </FieldGrid>
      <LongTextField {...fields.remarks} />
    </>
  )
}
