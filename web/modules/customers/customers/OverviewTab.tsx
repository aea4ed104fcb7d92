// A customer's details, and its sales of the last thirty days.
import { useTranslations } from 'use-intl'
import { organisationTypes, shopTypes } from '../../../../contract/customers/customers.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import * as format from '../../../kit/base/format.ts'
import { languageNames, useLanguage } from '../../../kit/base/language.tsx'
import { countryNames } from '../../../kit/form/countries.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import type { Details } from './customer-form.ts'
import { DayStrip } from './DayStrip.tsx'
import { Pulse } from './Pulse.tsx'

const or = (text: string | null) => text || '–'

export function OverviewTab({ customer }: { customer: Details }) {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const { address, house_no, postal, city, default_language } = customer
  const country = countryNames(useLanguage())(customer.country)
  const shop = shopTypes.find((one) => one === customer.shop_type)
  const kind = organisationTypes.find((one) => one === customer.organisation_type)
  const language = Object.entries(languageNames).find(([code]) => code === default_language)?.[1]
  const facts = [
    { label: field('customer_number'), value: or(customer.customer_number) },
    { label: field('username'), value: or(customer.username) },
    { label: t('fields.full_name'), value: or(customer.full_name) },
    { label: field('email'), value: or(customer.email) },
    { label: field('mobile'), value: or([customer.mobile, ...customer.alternative_mobiles].join(', ')) },
    { label: field('address'), value: or([`${address} ${house_no}`.trim(), `${postal} ${city}`.trim(), country].filter(Boolean).join(', ')) },
    { label: field('account_role'), value: customer.account_role === accountRole.reseller ? t('roles.1') : t('roles.2') },
    { label: field('shop_type'), value: shop ? t(`shop_types.${shop}`) : '–' },
    { label: field('organisation_type'), value: kind ? t(`organisation_types.${kind}`) : '–' },
    { label: field('parent'), value: customer.parent_name },
    { label: field('plan'), value: or(customer.plan_name) },
    { label: t('fields.default_language'), value: or(language ?? '') },
    { label: field('last_login'), value: customer.last_login_at ? format.dateTime(customer.last_login_at) : word('never') },
  ]
  return (
    <>
      {customer.sells_nothing && (
        <p role="status" className="notice warning">
          {t('sells_nothing_why')}
        </p>
      )}
      <Pulse customer={customer} />
      <DayStrip days={customer.sales_by_day} />
      <div className="card">
        <Facts facts={facts} />
      </div>
    </>
  )
}
