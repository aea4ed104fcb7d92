// The form of a new customer, in four sections.
import { useTranslations } from 'use-intl'
import { type Flag, flags } from '../../../contract/kit/access.ts'
import { type Output, useUser } from '../../kit/base/api.ts'
import { actorOf, can } from '../../kit/base/can.ts'
import { useLanguage } from '../../kit/base/language.tsx'
import { CallForm } from '../../kit/form/CallForm.tsx'
import { Choices } from '../../kit/form/Choices.tsx'
import { TextField } from '../../kit/form/fields.tsx'
import { textOf } from '../../kit/form/form-values.ts'
import { MoneyField } from '../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../kit/form/use-call-form.ts'
import { AccessFields } from './AccessFields.tsx'
import { MoneyFields, OptionFields } from './OptionFields.tsx'
import { ShopFields } from './ShopFields.tsx'
import { UserNameField } from './UserNameField.tsx'
import { useLabels } from './use-labels.ts'

export type Added = Output<'customerAdd'> & { name: string; email: string }

const SUPERADMIN = 0
const RESELLER = 1
const SHOP = 2
const OF_A_TILL: readonly Flag[] = ['has_cash_card', 'has_gift_card']
const USUAL: readonly Flag[] = [...OF_A_TILL, 'has_transaction', 'has_reports']
const off = { enable_otp: false, devices_only: false, mask_seller_discount: false, pin_download: false, show_print_popup: false, merge_receipts: false }

/** The rights the user can give: their own. A manager can also give those of a till, the platform's manager all. */
function useHeld(): readonly Flag[] {
  const user = useUser()
  const { is_manager, flags: own } = actorOf(user)
  return flags.filter((flag) => own.includes(flag) || (is_manager && (user.account_role === SUPERADMIN || OF_A_TILL.includes(flag))))
}

export function AddForm({ done }: { done: (added: Added) => void }) {
  const t = useTranslations('customers')
  const held = useHeld()
  const user = useUser()
  const isPlatform = user.account_role === SUPERADMIN
  const mayCredit = can(user, 'walletChange')
  const form = useCallForm('customerAdd', {
    labels: useLabels(),
    values: {
      ...{ ...off, enable_web_view: false, account_role: isPlatform ? RESELLER : SHOP, default_language: useLanguage(), template: 0, terminal_limit: 0 },
      flags: held.filter((flag) => USUAL.includes(flag)),
    },
    refresh: ['customersListShort', 'customersList', 'registrationsList'],
    done: ({ customer_id, limit_state }) => done({ customer_id, limit_state, name: textOf(form.values.name), email: textOf(form.values.email) }),
  })
  return (
    <section className="card">
      <CallForm form={form} submit={t('form.submit_add')}>
        {!isPlatform && (
          <Choices
            label={t('fields.account_role')}
            value={form.values.account_role === RESELLER ? '1' : '2'}
            choices={[
              { value: '2', label: t('roles.2') },
              { value: '1', label: t('roles.1') },
            ]}
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
