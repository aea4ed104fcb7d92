// Text messages through a gateway that speaks Twilio's Messages API; the gateway's URL is configured, so any compatible gateway works. The numbering plans used
// here only tell how a country dials; only the gateway knows which numbers exist.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { SendFailure, type Sms } from './post.ts'

export type SmsConfig = { url: string; account: string; token: string; from: string }

const TIMEOUT_MS = 10_000

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
      // Status 400 concerns this message; any other status concerns the gateway or our account at the gateway.
      if (!answer.ok) throw new SendFailure(String(answer.status), answer.status === 400 ? 'final' : 'away')
    },
  }
}

/** A number in the gateway's form: +33612345678. If the number cannot be read for this country, only its digits are kept, and the gateway refuses it. */
export function international(number: string, country: string): string {
  // 00 is the prefix for calls abroad everywhere in Europe, so it is replaced even if the country is not known.
  const written = number.trim().replace(/^00/, '+')
  const read = parsePhoneNumberFromString(written, isSupportedCountry(country) ? country : undefined)
  return read?.number ?? written.replace(/(?!^\+)\D/g, '')
}
