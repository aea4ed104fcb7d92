// The form of an existing customer: a changed field shows its old value, and only changed fields are sent.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { CallError } from '../../../../contract/kit/client.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { AccessFields } from './AccessFields.tsx'
import { Compare } from './Compare.tsx'
import { type CustomerFields, type Details, fieldNames, rowOf } from './customer-form.ts'
import { MoneyFields, OptionFields } from './OptionFields.tsx'
import { ShopFields } from './ShopFields.tsx'
import { useWords } from './use-words.ts'

type Props = { base: Details; startOver: (read: Details) => void; done: () => void }

export function EditForm({ base, startOver, done }: Props) {
  const t = useTranslations('customers.form')
  const word = useTranslations('house.words')
  const words = useWords()
  const form = useEditForm('customerUpdate', rowOf(base), {
    names: 'customers',
    required: ['name', 'full_name', 'email', 'mobile'],
    refresh: ['customersListShort', 'customersList', 'customerDetails'],
    done,
  })
  const isLate = form.refusal instanceof CallError && form.refusal.code === 'changed_meanwhile'
  const was = (name: (typeof fieldNames)[number]) => (form.differs(name) ? { hint: t('was', { value: words(name, base[name]) }) } : {})
  const fields = Object.fromEntries(fieldNames.map((name) => [name, { ...form.fields[name], ...was(name) }])) as CustomerFields
  return (
    <section className="card">
      <CallForm form={{ ...form, refusal: isLate ? undefined : form.refusal }} submit={word('save')}>
        {isLate && (
          <Compare base={base} values={form.values} refusal={form.refusal} keepMine={(version) => form.setValue('version', version)} takeTheirs={startOver} />
        )}
        <ShopFields fields={fields} isReseller={base.account_role === accountRole.reseller} />
        <AccessFields fields={fields} held={base.flags_giveable} account_role={base.account_role} />
        {base.may_credit && <MoneyFields fields={fields} />}
        <OptionFields fields={fields} />
      </CallForm>
    </section>
  )
}
