// The form of a new customer, in four sections.
import { useTranslations } from 'use-intl'
import { type Flag, flags } from '../../../contract/kit/access.ts'
import { type Output, useUser } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { Choices } from '../../kit/Choices.tsx'
import { actorOf, can } from '../../kit/can.ts'
import { TextField } from '../../kit/fields.tsx'
import { useLanguage } from '../../kit/language.tsx'
import { MoneyField } from '../../kit/MoneyField.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { AccessFields } from './AccessFields.tsx'
import { MoneyFields, OptionFields } from './OptionFields.tsx'
import { ShopFields } from './ShopFields.tsx'
import { UserNameField } from './UserNameField.tsx'
import { useLabels } from './use-labels.ts'

export type Added = Output<'customerAdd'> & { name: string; email: string }

const SUPERADMIN = 0
const OF_A_TILL: readonly Flag[] = ['has_cash_card', 'has_gift_card']
const USUAL: readonly Flag[] = [...OF_A_TILL, 'has_transaction', 'has_reports']
const off = {
  enable_otp: '0',
  devices_only: '0',
  mask_seller_discount: '0',
  pin_download: '0',
  show_print_popup: '0',
  merge_receipts: '0',
  enable_web_view: '0',
}
const empty = { name: '', full_name: '', username: '', email: '', mobile: '', mobile_confirmation: '', credit_limit: '', plan_id: '', terminal_limit: '0' }

/** The rights the user can give: their own. A manager can also give those of a till, the platform's manager all. */
function useHeld(): readonly Flag[] {
  const user = useUser()
  const { is_manager, flags: own } = actorOf(user)
  return flags.filter((flag) => own.includes(flag) || (is_manager && (user.account_role === SUPERADMIN || OF_A_TILL.includes(flag))))
}

export function AddForm({ done }: { done: (added: Added) => void }) {
  const t = useTranslations('people')
  const held = useHeld()
  const user = useUser()
  const isPlatform = user.account_role === SUPERADMIN
  const mayCredit = can(user, 'walletChange')
  const form = useCallForm('customerAdd', {
    labels: useLabels(),
    values: {
      ...{ ...empty, ...off, account_role: isPlatform ? '1' : '2', default_language: useLanguage(), template: '0' },
      flags: JSON.stringify(held.filter((flag) => USUAL.includes(flag))),
    },
    refresh: ['customersListShort', 'customersList', 'registrationsList'],
    done: ({ customer_id, limit_state }) => done({ customer_id, limit_state, name: String(form.values.name), email: String(form.values.email) }),
  })
  return (
    <section className="card">
      <CallForm form={form} submit={t('form.submit_add')}>
        {!isPlatform && (
          <Choices
            label={t('fields.account_role')}
            value={form.values.account_role === '1' ? '1' : '2'}
            choices={[
              { value: '2', label: t('roles.2') },
              { value: '1', label: t('roles.1') },
            ]}
            choose={(role) => form.setValue('account_role', role)}
          />
        )}
        <ShopFields form={form} />
        <AccessFields
          form={form}
          held={held}
          confirmation={<TextField {...form.field('mobile_confirmation')} type="tel" required hint={t('form.mobile_again')} />}
        >
          <UserNameField {...form.field('username')} refusal={form.refusal} />
        </AccessFields>
        <MoneyFields form={form}>{mayCredit ? <MoneyField {...form.field('credit_limit')} hint={t('form.limit_hint')} /> : null}</MoneyFields>
        <OptionFields form={form} />
      </CallForm>
    </section>
  )
}
