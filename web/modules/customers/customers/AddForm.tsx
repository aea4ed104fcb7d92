// The form of a new customer: the fields that every customer needs, its rights, and all other fields behind "More".
import { useTranslations } from 'use-intl'
import { giveable } from '../../../../contract/customers/customer-changes.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import { LANGUAGE_DEFAULT, languages } from '../../../../contract/kit/languages.ts'
import { usualFlags } from '../../../../contract/people/staff.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { actorOf, can } from '../../../kit/base/can.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Fold } from '../../../kit/form/Fold.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { DeviceFields, LanguageField, presetsOf } from './AccessFields.tsx'
import { OptionFields, PlanField } from './OptionFields.tsx'
import { RightsField } from './RightsField.tsx'
import { AddressFields } from './ShopFields.tsx'
import { UserNameField } from './UserNameField.tsx'
import { onlyPlan, usePlans } from './use-plans.ts'

export type Added = Output<'customerAdd'> & { name: string; email: string }

const off = { enable_otp: false, devices_only: false, mask_seller_discount: false, pin_download: false, show_print_popup: false, merge_receipts: false }

/** Shows the form once the plans are loaded, because if there is only one plan, the form proposes it. */
export function AddForm({ done }: { done: (added: Added) => void }) {
  const plans = usePlans()
  return plans && <Form done={done} plan={onlyPlan(plans)} />
}

function Form({ done, plan }: { done: (added: Added) => void; plan: string | undefined }) {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const user = useUser()
  const actor = actorOf(user)
  const isPlatform = user.account_role === accountRole.superadmin
  // The new customer's parent is the user's own organisation. The user's rights are passed in place of the organisation's, because a manager has all rights of
  // the organisation, and staff can give only rights of their own.
  const held = giveable({ kind: isPlatform ? 'platform' : 'reseller', flags: actor.flags }, actor)
  const usual = (role: number) => {
    const proposed = usualFlags[role === accountRole.reseller ? 'reseller' : 'seller']
    return held.filter((flag) => proposed.includes(flag))
  }
  const first = isPlatform ? accountRole.reseller : accountRole.seller
  const form = useCallForm('customerAdd', {
    names: 'customers',
    required: ['account_role', 'full_name', 'mobile_confirmation'],
    values: {
      ...{
        ...off,
        enable_web_view: false,
        account_role: first,
        default_language: languages.find((one) => one === user.house.default_language) ?? LANGUAGE_DEFAULT,
        template: 0,
        terminal_limit: 0,
      },
      flags: usual(first),
      ...(plan && can(user, 'assignedChange') && { plan_id: plan }),
    },
    refresh: ['customersListShort', 'customersList', 'registrationsList'],
    done: ({ customer_id, limit_state }) => done({ customer_id, limit_state, name: textOf(form.values.name), email: textOf(form.values.email) }),
  })
  /** Sets the kind of customer. Also sets the rights proposed for that kind, unless the user has already chosen rights. */
  function chooseRole(role: number) {
    const isProposal = JSON.stringify(form.values.flags) === JSON.stringify(usual(Number(form.values.account_role)))
    form.setValue('account_role', role)
    if (isProposal) form.setValue('flags', usual(role))
  }
  return (
    <section className="card stack">
      <p className="muted">{t(isPlatform ? 'form.beside_house' : 'form.below_house', { house: user.house.name })}</p>
      <CallForm form={form} submit={word('add_and_send_the_link')}>
        {!isPlatform && (
          <Choices
            label={field('account_role')}
            value={String(form.values.account_role)}
            choices={[accountRole.seller, accountRole.reseller].map((role) => ({ value: String(role), label: t(`roles.${role}`) }))}
            choose={(role) => chooseRole(Number(role))}
          />
        )}
        <FormSection title={field(form.values.account_role === accountRole.reseller ? 'organisation' : 'seller')}>
          <TextField {...form.fields.name} required />
          <TextField {...form.fields.full_name} required />
          <UserNameField {...form.fields.username} refusal={form.refusal} />
          <TextField {...form.fields.email} type="email" required />
          <TextField {...form.fields.mobile} type="tel" required />
          <TextField {...form.fields.mobile_confirmation} type="tel" required hint={t('form.mobile_again')} />
          <LanguageField fields={form.fields} />
          {can(user, 'assignedChange') && <PlanField fields={form.fields} />}
          {can(user, 'walletChange') && <MoneyField {...form.fields.credit_limit} hint={t('form.limit_hint')} />}
        </FormSection>
        <RightsField {...form.fields.flags} held={held} kind={presetsOf(form.values.account_role)} />
        <Fold title={t('form.more')}>
          <FormSection title={t('form.address')}>
            <AddressFields fields={form.fields} />
          </FormSection>
          <FormSection title={t('form.access')}>
            <DeviceFields fields={form.fields} maySetStep />
          </FormSection>
          <OptionFields fields={form.fields} />
        </Fold>
      </CallForm>
    </section>
  )
}
