// Text messages by a gateway that speaks Twilio's Messages API. Its address is configured, so any gateway of that kind will do.
import { SendFailure, type Sms } from './post.ts'

export type SmsConfig = { url: string; account: string; token: string; from: string }

const TIMEOUT_MS = 10_000
/** Countries of our shops. */
const COUNTRY_CODES: Record<string, string> = { FR: '33', DE: '49', NL: '31', BE: '32', LU: '352', AT: '43', CH: '41', TR: '90', GB: '44', IT: '39', ES: '34' }

export function createSms({ url, account, token, from }: SmsConfig): Sms | null {
  if (!account) return null
  const address = `${url.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    send: async ({ recipient, country, text }) => {
      const body = new URLSearchParams({ To: international(recipient, country), From: from, Body: text })
      const asked = { method: 'POST', body, headers: { authorization }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
      const answer = await fetch(address, asked).catch(() => {
        throw new SendFailure('no_answer', 'away')
      })
      await answer.body?.cancel()
      // 400 concerns this message; any other status concerns the gateway or our account there.
      if (!answer.ok) throw new SendFailure(String(answer.status), answer.status === 400 ? 'final' : 'away')
    },
  }
}

/** In the gateway's form: +33612345678. A number of an unknown country is left as it is, and the gateway refuses it. */
export function international(number: string, country: string): string {
  const digits = number.replace(/\D/g, '')
  if (number.trim().startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  const code = COUNTRY_CODES[country]
  return code ? `+${code}${digits.replace(/^0/, '')}` : digits
}
