// Behind the door: router, shell and screens. Loaded when somebody is signed in, before the first screen shows.
import './themes/house.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserInfo } from '../contract/auth.ts'
import { accountRole } from '../contract/kit/access.ts'
import { queryClient, userQuery } from './kit/api.ts'
import { loadArea, preferredLanguage, setLanguage } from './kit/language.tsx'
import { keep } from './kit/session.ts'
import { createHouseRouter } from './router.tsx'
import { applyTemplate } from './themes/look.ts'

/** Sellers start at the till, everybody else at the dashboard. */
const landingOf = (user: UserInfo) => (user.account_role === accountRole.seller ? '/cashcards/' : '/dashboard')

/**
 * Asks who is signed in and prepares the first page. `target`: a path to go to, '' for the landing page, undefined to stay at this address.
 */
export async function openHouse(target: string | undefined): Promise<ReactNode> {
  const [user] = await Promise.all([queryClient.fetchQuery(userQuery), loadArea('house')])
  keep({ role: String(user.account_role), template: String(user.template) })
  applyTemplate(user.template)
  await setLanguage(preferredLanguage(user.language))
  if (target !== undefined) history.replaceState(null, '', target || landingOf(user))
  const router = createHouseRouter(user)
  await router.load()
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
