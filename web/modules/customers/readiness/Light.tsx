// Whether a shop can sell cards: a badge with the reason why not, and a link to the screen that removes this reason.
import { Button } from '@mantine/core'
import { useMessages, useTranslations } from 'use-intl'
import type { Hindrance } from '../../../../contract/customers/readiness.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type CallName, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Link } from '../../../kit/router/Pages.tsx'

export type Shop = Pick<Row<'shopsReady'>, 'customer_id' | 'name' | 'hindrance' | 'sells_live' | 'may_credit'>

export function Light({ shop: { hindrance, sells_live } }: { shop: Shop }) {
  const t = useTranslations('start')
  if (!hindrance) return <span className="badge success">{t('light.ready')}</span>
  return (
    <>
      <span className={`badge ${sells_live ? 'warning' : 'danger'}`}>{t(`why.${hindrance}`)}</span>
      {sells_live && <span className="muted"> {t('light.live')}</span>}
    </>
  )
}

/** For each reason why a shop cannot sell: the screen where it can be removed, and the call that the user must be allowed to make there. */
const ways: Record<Hindrance, { of: CallName; to: (customer_id: string) => string }> = {
  customer_stopped: { of: 'customerStatus', to: (id) => `/customer/details/${id}` },
  no_user: { of: 'registrationsList', to: () => '/registrations' },
  device_not_assigned: { of: 'devicesAssignedList', to: (id) => `/customer/devices/${id}` },
  terminal_inactive: { of: 'terminalsList', to: () => '/terminals' },
  not_on_offer: { of: 'assignedList', to: (id) => `/customer/${id}/pad` },
  out_of_stock: { of: 'stockUpload', to: () => '/inventory/add' },
  credit_limit_reached: { of: 'walletChange', to: (id) => `/customer/${id}/credit/add` },
  reseller_limit: { of: 'customersListShort', to: () => '/customers/view?low_balance=1' },
  below_cost_limit: { of: 'assignedList', to: (id) => `/customer/${id}/pad` },
  shop_closed: { of: 'customerDetails', to: (id) => `/customer/details/${id}` },
}

function useLabels(): Record<Hindrance, string> {
  const {
    start: { mend },
    house: { screens },
    words,
  } = useMessages()
  return {
    ...mend,
    device_not_assigned: screens.devices_assign,
    out_of_stock: screens.stock_add,
    credit_limit_reached: words.top_up_balance,
    below_cost_limit: mend.not_on_offer,
    shop_closed: mend.customer_stopped,
  }
}

/** The button that removes the reason why a shop cannot sell; users who may not remove the reason see no button. */
export function Mend({ shop: { customer_id, name, hindrance, may_credit } }: { shop: Shop }) {
  const labels = useLabels()
  const named = useNamed()
  const user = useUser()
  if (!hindrance) return null
  const { of, to } = ways[hindrance]
  if (!can(user, of) || (hindrance === 'credit_limit_reached' && !may_credit)) return null
  return (
    <Button component={Link} to={to(customer_id)} size="xs" variant="default" aria-label={named(labels[hindrance], name)}>
      {labels[hindrance]}
    </Button>
  )
}
