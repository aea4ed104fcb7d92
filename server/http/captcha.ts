// Asks a service of the reCAPTCHA/hCaptcha kind whether the client is a person. It is off until the operator sets it up. If the service does not answer, nobody
// is kept out: the limits on attempts still apply.

/** `origins`: where the browser may load the captcha's script and frames from; the content security policy allows them. */
export type Captcha = {
  site_key: string
  script: string
  origins?: readonly string[]
  isPerson: (token: string, address: string, host: string) => Promise<boolean>
}
export type CaptchaConfig = { verify_url: string; secret: string; site_key: string; script: string; score_min: number; origins?: readonly string[] }

const TIMEOUT_MS = 3_000

export function createCaptcha({ verify_url, secret, site_key, script, score_min, origins = [] }: CaptchaConfig): Captcha | null {
  if (!secret) return null
  return {
    site_key,
    script,
    origins: [new URL(script).origin, ...origins],
    isPerson: async (token, address, host) => {
      if (!token) return false
      try {
        const body = new URLSearchParams({ secret, response: token, remoteip: address })
        const answer = await fetch(verify_url, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
        const said = (await answer.json()) as { success?: unknown; hostname?: unknown; score?: unknown } | null
        return said?.success === true && (said.hostname === undefined || said.hostname === host) && (typeof said.score !== 'number' || said.score >= score_min)
      } catch {
        return true
      }
    },
  }
}
