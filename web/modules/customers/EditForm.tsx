// The form of an existing customer: a changed field shows its old value, and only changed fields are sent.
import { useTranslations } from 'use-intl'
import { CallError } from '../../../contract/kit/client.ts'
import { ask } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { AccessFields } from './AccessFields.tsx'
import { Compare } from './Compare.tsx'
import { type CustomerForm, changesOf, type Details, valuesOf } from './customer-form.ts'
import { MoneyFields, OptionFields } from './OptionFields.tsx'
import { ShopFields } from './ShopFields.tsx'
import { useLabels } from './use-labels.ts'
import { useWords } from './use-words.ts'

type Props = { base: Details; startOver: (read: Details) => void; done: () => void }

export function EditForm({ base, startOver, done }: Props) {
  const t = useTranslations('people.form')
  const words = useWords()
  const first = valuesOf(base)
  const call = useCallForm('customerUpdate', {
    labels: useLabels(),
    values: { customer_id: base.customer_id, version: String(base.version), ...first },
    required: ['name', 'full_name', 'email', 'mobile'],
    refresh: ['customersListShort', 'customersList', 'customerDetails'],
    send: (input) => ask('customerUpdate', changesOf(base, input)),
    done,
  })
  const isLate = call.refusal instanceof CallError && call.refusal.code === 'changed_meanwhile'
  const form: CustomerForm = {
    ...call,
    field: (name) => {
      const field = call.field(name)
      return { ...field, ...(field.value === first[name] ? {} : { hint: t('was', { value: words(name, first[name]) }) }) }
    },
  }
  return (
    <section className="card">
      <CallForm form={{ ...call, refusal: isLate ? undefined : call.refusal }} submit={t('submit_edit')}>
        {isLate && (
          <Compare
            base={base}
            values={call.values}
            refusal={call.refusal}
            keepMine={(version) => call.setValue('version', String(version))}
            takeTheirs={startOver}
          />
        )}
        <ShopFields form={form} />
        <AccessFields form={form} held={base.flags_giveable} />
        {base.may_credit && <MoneyFields form={form} />}
        <OptionFields form={form} />
      </CallForm>
    </section>
  )
}
