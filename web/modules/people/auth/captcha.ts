// The captcha that the operator has set up, of the reCAPTCHA, hCaptcha or Turnstile kind. Nothing of it is loaded before the server asks for it.
import type { Organisation } from '../../../../contract/people/auth.ts'

type Options = { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void }
type Service = {
  ready?: (then: () => void) => void
  render: (place: HTMLElement, options: Options) => unknown
  execute?: (site_key: string, options: { action: string }) => Promise<string>
}
declare global {
  interface Window {
    grecaptcha?: Service
    hcaptcha?: Service
    turnstile?: Service
  }
}

type Captcha = NonNullable<Organisation['captcha']>

const loading = new Map<string, Promise<void>>()

function load(src: string): Promise<void> {
  const begun = loading.get(src)
  if (begun) return begun
  const loaded = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: () => resolve() })
    script.onerror = () => {
      loading.delete(src)
      reject(new Error('the captcha could not be fetched'))
    }
    document.head.append(script)
  })
  loading.set(src, loaded)
  return loaded
}

/** Draws the captcha. `solved` gets the token, or '' when the token has expired. For an invisible captcha the script's address contains the key. */
export async function drawCaptcha(place: HTMLElement, { site_key, script }: Captcha, solved: (token: string) => void): Promise<void> {
  await load(script)
  const service = window.hcaptcha ?? window.turnstile ?? window.grecaptcha
  if (!service) throw new Error('the captcha is of no known kind')
  if (service.ready) await new Promise<void>((resolve) => service.ready?.(resolve))
  const isUnseen = new URL(script, location.href).searchParams.get('render') === site_key
  if (isUnseen && service.execute) return solved(await service.execute(site_key, { action: 'login' }))
  service.render(place, { sitekey: site_key, callback: solved, 'expired-callback': () => solved('') })
}
