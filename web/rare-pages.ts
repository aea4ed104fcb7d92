// Pages that need no sign-in and are rarely opened. Only the name of this file is in the login, not the names of all that these pages load.
import { languages } from '../contract/kit/languages.ts'
import { loadArea, preferredLanguage, setLanguage, withArea } from './kit/base/language.tsx'

export const registration = async () => (await import('./modules/people/registrations/register/Registration.tsx')).Registration

export const customerDisplay = async () => (await withArea('counter', import('./modules/till/selling/CustomerDisplay.tsx'))).CustomerDisplay

/** In the language of the browser, unless another was chosen in it, because visitors of the status page may have no account here. */
export async function status() {
  const own = languages.find((language) => navigator.language.startsWith(language))
  if (own) await setLanguage(preferredLanguage(own))
  // After the language: an area that arrives while the language changes is not kept.
  await Promise.all([loadArea('entry'), loadArea('words')])
  return (await import('./modules/sales/portal-status/StatusPage.tsx')).StatusPage
}
