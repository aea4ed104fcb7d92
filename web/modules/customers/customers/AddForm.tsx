// The form of a new customer, in four sections.
import { useTranslations } from 'use-intl'
import { giveable, tillFlags } from '../../../../contract/customers/customer-changes.ts'
import { accountRole, type Flag } from '../../../../contract/kit/access.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { actorOf, can } from '../../../kit/base/can.ts'
import { useLanguage } from '../../../kit/base/language.tsx'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { AccessFields } from './AccessFields.tsx'
import { MoneyFields, OptionFields } from './OptionFields.tsx'
import { ShopFields } from './ShopFields.tsx'
import { UserNameField } from './UserNameField.tsx'

export type Added = Output<'customerAdd'> & { name: string; email: string }

const USUAL: readonly Flag[] = [...tillFlags, 'has_transaction', 'has_reports']
const off = { enable_otp: false, devices_only: false, mask_seller_discount: false, pin_download: false, show_print_popup: false, merge_receipts: false }

export function AddForm({ done }: { done: (added: Added) => void }) {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const user = useUser()
  const actor = actorOf(user)
  const isPlatform = user.account_role === accountRole.superadmin
  // The parent of the new customer is the user's own organisation. The rights it can give are those of the user, because a manager has all of the
  // organisation's.
  const held = giveable({ kind: isPlatform ? 'platform' : 'reseller', flags: actor.flags }, actor)
  const mayCredit = can(user, 'walletChange')
  const form = useCallForm('customerAdd', {
    names: 'customers',
    required: ['account_role', 'full_name', 'mobile_confirmation'],
    values: {
      ...{
        ...off,
        enable_web_view: false,
        account_role: isPlatform ? accountRole.reseller : accountRole.seller,
        default_language: useLanguage(),
        template: 0,
        terminal_limit: 0,
      },
      flags: held.filter((flag) => USUAL.includes(flag)),
    },
    refresh: ['customersListShort', 'customersList', 'registrationsList'],
    done: ({ customer_id, limit_state }) => done({ customer_id, limit_state, name: textOf(form.values.name), email: textOf(form.values.email) }),
  })
  return (
    <section className="card">
      <CallForm form={form} submit={word('add_and_send_the_link')}>
        {!isPlatform && (
          <Choices
            label={field('account_role')}
            value={String(form.values.account_role)}
            choices={[accountRole.seller, accountRole.reseller].map((role) => ({ value: String(role), label: t(`roles.${role}`) }))}
            choose={(role) => form.setValue('account_role', Number(role))}
          />
        )}
        <ShopFields fields={form.fields} />
        <AccessFields
          fields={form.fields}
          held={held}
          confirmation={<TextField {...form.fields.mobile_confirmation} type="tel" required hint={t('form.mobile_again')} />}
        >
          <UserNameField {...form.fields.username} refusal={form.refusal} />
        </AccessFields>
        <MoneyFields fields={form.fields}>{mayCredit ? <MoneyField {...form.fields.credit_limit} hint={t('form.limit_hint')} /> : null}</MoneyFields>
        <OptionFields fields={form.fields} />
      </CallForm>
    </section>
  )
}
