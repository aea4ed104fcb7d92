// Pages that need no sign-in and are rarely opened. The login's bundle contains only the name of this file, not those of all files that these pages load.
import { languages } from '../contract/kit/languages.ts'
import { loadArea, preferredLanguage, setLanguage, withArea } from './kit/base/language.tsx'

export const registration = async () => (await import('./modules/people/registrations/register/Registration.tsx')).Registration

export const customerDisplay = async () => (await withArea('counter', import('./modules/till/selling/CustomerDisplay.tsx'))).CustomerDisplay

/** Loads the status page. It is in the language chosen in this browser, otherwise in the browser's own language, because its visitors may have no account. */
export async function status() {
  const own = languages.find((language) => navigator.language.startsWith(language))
  if (own) await setLanguage(preferredLanguage(own))
  // The texts are loaded after the language is set, because texts that arrive while the language changes are lost.
  await Promise.all([loadArea('entry'), loadArea('words')])
  return (await import('./modules/sales/portal-status/StatusPage.tsx')).StatusPage
}
