// The app behind the login: router, shell and screens. Loaded when somebody is signed in, before the first screen is shown.
import './themes/house.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UserInfo } from '../contract/people/account.ts'
import { queryClient, userQuery } from './kit/base/api.ts'
import { loadAllErrors, loadArea, preferredLanguage, setLanguage } from './kit/base/language.tsx'
import { OrganisationContext, useOrganisation } from './kit/base/organisation.ts'
import { keepChoicesWithAccount } from './kit/base/preferences.ts'
import { isLeaving, keep } from './kit/base/session.ts'
import { dropDraftsBut } from './kit/form/drafts.ts'
import { Pages } from './kit/router/Pages.tsx'
import { createHouseRouter, fetchAhead, readAhead } from './router.tsx'
import { isScreen } from './screens/screens.ts'
import { Crashed } from './shell/CrashedScreen.tsx'
import { landingOf } from './shell/menu/first-page.ts'
import { Shell } from './shell/Shell.tsx'
import { readShellParts } from './shell/shell-parts.ts'
import { applyTemplate } from './themes/look.ts'

/** Reads the signed-in user and prepares the first page. `target`: a path to open, '' for the user's first page, undefined to stay at this address. */
export async function openHouse(target: string | undefined): Promise<ReactNode> {
  delete document.documentElement.dataset['type']
  if (target === undefined) fetchAhead(location.pathname)
  // The till is drawn before the texts of errors have arrived (modules/till/selling/later.ts).
  const isTill = (path: string) => path.startsWith('/cashcards')
  const [user] = await Promise.all([queryClient.fetchQuery(userQuery), loadArea('house'), isTill(target ?? location.pathname) ? undefined : loadAllErrors()])
  dropDraftsBut(user.user_id)
  keep({ role: String(user.account_role), template: String(user.template), spoken: user.language ?? '', portal: user.portal.name })
  applyTemplate(user.template, user.preferences.mode)
  keepChoicesWithAccount()
  await setLanguage(preferredLanguage(user.language))
  if (target !== undefined) history.replaceState(null, '', isScreen(target.split(/[?#]/)[0] ?? '') ? target : landingOf(user))
  if (isTill(location.pathname)) loadAllErrors().catch(() => undefined)
  if (user.is_locked !== 1) {
    readAhead(user, location)
    readShellParts(user, location.pathname)
  }
  const router = createHouseRouter(user)
  // Signing out deletes everything that this browser stored.
  await router.start(isLeaving)
  return (
    <QueryClientProvider client={queryClient}>
      <OwnPortal portal={user.portal}>
        <Pages router={router} crashed={Crashed}>
          <Shell />
        </Pages>
      </OwnPortal>
    </QueryClientProvider>
  )
}

/** Shows the signed-in user's own portal name and support contact, also if the page was opened at another host or reloaded. */
function OwnPortal({ portal: { name, support }, children }: { portal: UserInfo['portal']; children: ReactNode }) {
  const behindHost = useOrganisation()
  return <OrganisationContext value={{ ...behindHost, organisation_name: name, support }}>{children}</OrganisationContext>
}
