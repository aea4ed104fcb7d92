// The fields of a status notice, for the forms that add and change one.
import { useTranslations } from 'use-intl'
import { statusNoticeKinds } from '../../../../contract/sales/status-notices.ts'
import type { Input } from '../../../kit/base/api.ts'
import { FieldGrid } from '../../../kit/form/FormSection.tsx'
import { LongTextField, SelectField, TextField } from '../../../kit/form/fields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

export const refresh = ['statusNoticesList'] as const

export function StatusNoticeFields({ fields }: Pick<FormOf<Input<'statusNoticeAdd'>>, 'fields'>) {
  const t = useTranslations('words')
  const field = useTranslations('fields')
  return (
    <div className="stack">
      <FieldGrid>
        <TextField {...fields.headline} required />
        <SelectField
          {...fields.kind}
          label={field('product_type')}
          options={statusNoticeKinds.map((value) => ({ value, label: t(`status_notice_kinds.${value}`) }))}
          required
        />
        <TextField {...fields.valid_from} type="date" required />
        <TextField {...fields.valid_until} type="date" required />
      </FieldGrid>
      <LongTextField {...fields.note} required />
    </div>
  )
}
