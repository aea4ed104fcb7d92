// Links to the screens that this user can open.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { Link } from '../../../kit/router/Pages.tsx'

const ways = [
  { to: '/cashcards/', title: 'till', call: 'sellerProductsV2' },
  { to: '/inventory/add', title: 'stock_add', call: 'stockUpload' },
  { to: '/customer/credit/add', title: 'credit_add', call: 'walletChange' },
  { to: '/products/view', title: 'products', call: 'productsList' },
  { to: '/customers/view', title: 'customers', call: 'customersListShort' },
  { to: '/seller/sales', title: 'sales', call: 'salesList', only: accountRole.seller },
  { to: '/reports-sales', title: 'sales_report', call: 'salesList' },
  { to: '/support', title: 'support_views', call: 'viewsList' },
] as const

/**
 * Shows at most `most` links, in the order of the list above; the first, which is used most, is highlighted. `mainLast`: in the reverse order, because beside a
 * page's title the main action is the last one on every screen.
 */
export function Ways({ most, mainLast = false }: { most: number; mainLast?: boolean }) {
  const screens = useTranslations('house.screens')
  const links = useOpen()
    .slice(0, most)
    .map(({ to, title }, index) => (
      <Button key={to} component={Link} to={to} variant={index === 0 ? 'filled' : 'default'}>
        {screens(title)}
      </Button>
    ))
  return mainLast ? links.reverse() : links
}

function useOpen() {
  const user = useUser()
  const open = ways.filter((way) => can(user, way.call) && (!('only' in way) || way.only === user.account_role))
  return open.filter(({ call }, i) => open.findIndex((other) => other.call === call) === i)
}

/** The start page for users whose rights show them no figures. */
export function Welcome() {
  const t = useTranslations('sales.dashboard')
  const user = useUser()
  const open = useOpen()
  return (
    <section className="card stack">
      <h2>{t('welcome', { name: user.full_name || user.username })}</h2>
      <p className="muted">{open.length > 0 ? t('welcome_open') : t('welcome_none')}</p>
      <div className="row">
        <Ways most={ways.length} />
      </div>
    </section>
  )
}
