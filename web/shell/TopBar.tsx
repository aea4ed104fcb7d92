// The header: the viewed tenant, the balance, search, notices, and the user's menu.
import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../contract/kit/access.ts'
import type { UserInfo } from '../../contract/people/account.ts'
import { query } from '../kit/base/api.ts'
import { hasWallet } from '../kit/base/can.ts'
import * as format from '../kit/base/format.ts'
import { withArea } from '../kit/base/language.tsx'
import { useOrganisation } from '../kit/base/organisation.ts'
import type { Screen } from '../screens/screen.ts'
import { Brand } from './Brand.tsx'
import { openDialog } from './dialogs.ts'
import { UserMenu } from './menu/UserMenu.tsx'
import { Bell } from './notices/Bell.tsx'
import { PageButtons } from './PageButtons.tsx'
import { SupportButton } from './session/SupportButton.tsx'
import styles from './shell.module.css'
import { usePhone } from './use-phone.ts'

/** The breadcrumb is loaded on demand, because the till has no breadcrumb. It is in the header of a wide window, otherwise above the page (Shell.tsx). */
export const Breadcrumb = lazy(() => import('./Breadcrumb.tsx'))
/** The choice of a tenant is loaded on demand, because only the platform needs it. */
const TenantSwitch = lazy(() => import('./menu/TenantSwitch.tsx'))
/** The till's guard is loaded on demand, because only devices of a shop need it. */
const TillGuard = lazy(() => withArea('cashiers', import('./till-lock/TillGuard.tsx')))

/** How often the balance is read: as often as the user info (docs/domain.md, Waiting). */
const BALANCE_MS = 15_000

export function TopBar({ user, open }: { user: UserInfo; open: Screen | undefined }) {
  const isPhone = usePhone()
  const { support } = useOrganisation()
  const isPlatform = user.account_role === accountRole.superadmin
  return (
    <header className={`row one-line ${styles.header}`}>
      {isPhone && <Brand />}
      {isPlatform && (
        <Suspense>
          <TenantSwitch />
        </Suspense>
      )}
      <div className={`nowrap ${styles.crumbs}`}>
        {open && (
          <Suspense>
            <Breadcrumb open={open} user={user} />
          </Suspense>
        )}
      </div>
      <div className={`row one-line push ${styles.headerEnd}`}>
        <PageButtons />
        {hasWallet(user) && <Balance />}
        {user.is_paired === 1 && (
          <Suspense>
            <TillGuard user={user} />
          </Suspense>
        )}
        {user.account_role === accountRole.seller && support && <SupportButton />}
        <PaletteButton />
        <Bell />
        <UserMenu user={user} />
      </div>
    </header>
  )
}

function Balance() {
  const t = useTranslations('house.shell')
  const { data } = useQuery({ ...query('balance', {}), refetchInterval: BALANCE_MS, staleTime: BALANCE_MS })
  // The space of the balance is reserved, so that nothing moves when it appears.
  if (!data)
    return (
      <div className={`nowrap ${styles.balance}`} aria-hidden>
        <span className="small">&nbsp;</span>
        <b>&nbsp;</b>
      </div>
    )
  const hint = t('available_hint', { balance: format.money(data.balance), limit: format.money(data.credit_limit) })
  return (
    <div className={`nowrap ${styles.balance}`} title={hint}>
      <span className="muted small">{t('available')}</span>
      <b className={data.available < 0 ? 'negative' : undefined}>{format.money(data.available)}</b>
    </div>
  )
}

function PaletteButton() {
  const word = useTranslations('house.words')
  return (
    <ActionIcon variant="default" size={36} aria-haspopup="dialog" aria-label={word('search')} onClick={() => openDialog('palette')}>
      <Search size={18} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  )
}
