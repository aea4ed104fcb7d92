// The entry of the app. It asks which organisation this host belongs to. Then it shows the login or a public page from a small bundle, or loads the app behind
// the login (house.tsx).
import './themes/door.css'
import { MantineProvider } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslations } from 'use-intl'
import { CallError } from '../contract/kit/client.ts'
import type { Organisation } from '../contract/people/auth.ts'
import { watchNetwork } from './kit/base/connection.ts'
import { LanguageProvider, loadArea, preferredLanguage, setLanguage } from './kit/base/language.tsx'
import { nobody, OrganisationContext } from './kit/base/organisation.ts'
import { signedIn, stored, watchActivity, watchOtherTabs } from './kit/base/session.ts'
import { watchForNewVersion } from './kit/form/unsaved-input.ts'
import { DoorPage } from './modules/people/auth/DoorPage.tsx'
import { type Check, door, ownPath } from './modules/people/auth/door.ts'
import { later } from './modules/people/auth/Later.tsx'
import { Loading } from './modules/people/auth/LoadingPage.tsx'
import { NoAnswerPage, NoShop } from './modules/people/auth/PublicPages.tsx'
import { CUSTOMER_DISPLAY, isPublic, publicScreens, registrationOf } from './modules/people/auth/public-screens.ts'
import { SignInPage } from './modules/people/auth/SignInPage.tsx'
import { STATUS } from './modules/people/auth/status-path.ts'
import { applyTemplate, useMode } from './themes/look.ts'
import { theme } from './themes/theme.ts'

const loadHouse = () => import('./house.tsx')

const DOOR = /^\/(login|loading)?$/

/** The pages of rare-pages.ts. The customer display is the second window of a shop; the status page is shown even if the server does not answer. */
const loadRare = () => import('./rare-pages.ts')
const Registration = later(() => loadRare().then((rare) => rare.registration()))
const CustomerDisplay = later(() => loadRare().then((rare) => rare.customerDisplay()))
const StatusPage = later(() => loadRare().then((rare) => rare.status()))

/** The organisation as far as this browser has stored it. For a signed-in user its other details come with the user info (house.tsx). */
const remembered = (): Organisation => ({
  ...nobody,
  organisation_name: stored('portal'),
  template: Number(stored('template')),
  default_language: stored('spoken'),
})

async function checkOrganisation(): Promise<Check> {
  try {
    return { organisation: await door.organisationCheck({ organisation_name: location.hostname }) }
  } catch (error) {
    return { organisation: remembered(), failure: error instanceof CallError && error.status === 404 ? 'no_shop' : 'no_answer' }
  }
}

function Doorway({ check }: { check: Check }) {
  const t = useTranslations('auth.pages')
  const [path, setPath] = useState(location.pathname)
  const [house, setHouse] = useState<ReactNode>()
  const [{ failure }, setCheck] = useState(check)
  const go = (next: string) => {
    history.replaceState(null, '', next)
    setPath(location.pathname)
  }
  const params = new URLSearchParams(location.search)
  const isLogin = path === '/' || path === '/login'
  const redirect = failure ? undefined : redirectOf(path, isLogin)
  useEffect(() => {
    if (redirect) go(redirect)
  })
  if (path === STATUS && failure !== 'no_shop') return <StatusPage />
  if (failure === 'no_answer') return <Framed title={t('no_answer')} view={NoAnswerPage} />
  if (failure === 'no_shop') return <Framed title={t('no_shop')} view={NoShop} />
  if (house) return house
  const open = publicScreens.find((screen) => screen.path === path)
  if (open) return <Framed title={t(open.title)} view={open.view} />
  if (path === CUSTOMER_DISPLAY) return <CustomerDisplay />
  const registration = registrationOf(path)
  if (registration) return <Registration registration={registration} />
  if (redirect) return null
  if (isLogin) return <SignInPage ended={params.has('ended')} loadHouse={loadHouse} entered={() => go(`/loading${location.search}`)} />
  return (
    <Loading
      target={path === '/loading' ? (ownPath(params.get('to')) ?? '') : undefined}
      loadHouse={loadHouse}
      opened={setHouse}
      whyNot={checkOrganisation}
      failed={setCheck}
    />
  )
}

/**
 * Returns the path to which this address is redirected; undefined if it is not redirected. Signed-in users leave the login for their first page; all other
 * users are led to the login, unless the page is public.
 */
function redirectOf(path: string, isLogin: boolean): string | undefined {
  if (isLogin) return signedIn() ? `/loading${location.search}` : undefined
  if (signedIn() || isPublic(path)) return undefined
  return path === '/loading' ? '/login' : `/login?${new URLSearchParams({ to: path + location.search })}`
}

const Framed = ({ title, view: View }: { title: string; view: ComponentType }) => (
  <DoorPage title={title}>
    <View />
  </DoorPage>
)

function App(check: Check) {
  const mode = useMode()
  return (
    <MantineProvider theme={theme} forceColorScheme={mode}>
      <LanguageProvider>
        <OrganisationContext value={check.organisation}>
          <Doorway check={check} />
        </OrganisationContext>
      </LanguageProvider>
    </MantineProvider>
  )
}

/** Whether no page has this address. Used only before signing in; afterwards the router decides. */
async function isUnknown(path: string): Promise<boolean> {
  if (signedIn() || DOOR.test(path) || isPublic(path)) return false
  const { isScreen } = await import('./screens/screens.ts')
  return !isScreen(path)
}

async function speak(said: string) {
  await setLanguage(preferredLanguage(said))
  await Promise.all([loadArea('auth'), loadArea('errors')])
}

async function start(root: HTMLElement) {
  watchActivity()
  watchNetwork()
  if (!isPublic(location.pathname)) watchOtherTabs()
  watchForNewVersion()
  // A user who is already signed in does not wait for the organisation's details, which come with the user.
  const isInside = signedIn() && !isPublic(location.pathname)
  if (isInside) loadHouse().catch(() => undefined)
  const check = isInside ? { organisation: remembered() } : await checkOrganisation()
  // If the server does not answer, only what this browser has stored can be shown.
  if (check.failure === 'no_shop' || (!check.failure && (await isUnknown(location.pathname)))) history.replaceState(null, '', '/pages/error-404')
  applyTemplate(check.organisation.template)
  await speak(check.organisation.default_language)
  createRoot(root).render(<App {...check} />)
  void import('./kit/form/app-worker.ts').then(({ keepShell }) => keepShell())
}

const root = document.getElementById('root')
if (root) start(root)
