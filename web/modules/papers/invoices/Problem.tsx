// Says why no document can be made for a customer, and links to the screen where that can be corrected, if the user may open it.
import { useTranslations } from 'use-intl'
import type { invoiceProblems } from '../../../../contract/papers/invoices.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

type Reason = (typeof invoiceProblems)[number]

export function Problem({ customer_id, problem }: { customer_id: string; problem: Reason | null }) {
  const t = useTranslations('invoices')
  const user = useUser()
  if (problem === null) return null
  const customer = can(user, 'customerUpdate') ? `/customer/edit/${customer_id}` : undefined
  const ways: Partial<Record<Reason, string | undefined>> = {
    issuer_incomplete: '/invoice-settings',
    issuer_vat_id_missing: '/invoice-settings',
    customer_incomplete: customer,
    customer_vat_id_missing: customer,
    not_agreed: `/invoice/${customer_id}`,
    certificate_missing: `/invoice/${customer_id}`,
    registration_missing: '/invoice-settings',
  }
  const to = ways[problem]
  const text = t(`problems.${problem}`)
  return to ? <InnerLink to={to}>{text}</InnerLink> : text
}
