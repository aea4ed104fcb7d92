// Turns a kind of message and its data into text. All placeholders are filled in one pass, so a name that looks like a placeholder stays a name.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { MessageKind, Texts } from './kinds.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import { nl } from './texts/nl.ts'
import { tr } from './texts/tr.ts'

export const texts: Record<Language, Texts> = { fr, de, en, tr, nl }

/**
 * The names in a message. `portal`: the name of the reseller whose portal the host name shows; `organisation`: the reader's own; `contact`: whom to call;
 * `origin`: the beginning of links, such as `https://nord.example`.
 */
export type Brand = { portal: string; organisation: string; contact: string; origin: string }

const PLACE = /\{(\w+)\}/g
const VALUE_MAX = 80
/** Whether a text consists of letters of the GSM-7 alphabet; a text message with any other letter is sent as UCS-2. */
const GSM_7 = /^[\w@£$¥èéùìòÇ\n\r ØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/
const SEGMENT = { gsm: 160, ucs: 70 }
const PORTAL_MIN = 8

/** Puts a text on one line of at most VALUE_MAX characters, without control characters and without anything that a mail program would turn into a link. */
export const plain = (value: string) =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/:\/\/|\bwww\./gi, ' ')
    .trim()
    .slice(0, VALUE_MAX)

/** Whether a line contains nothing that `plain` would change, so that its reader gets it exactly as it is. */
export const isWhole = (line: string): boolean => plain(line) === line

const amount = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** Writes an amount with the letters EUR, because the basic alphabet of text messages lacks the euro sign. */
export const euro = (value: Money) => `${amount.format(value / 10_000)} EUR`

const fill = (text: string, values: Record<string, string>) => text.replace(PLACE, (_, name: string) => values[name] ?? '')

export function compose(kind: MessageKind, channel: 'email' | 'sms', language: Language, told: Record<string, string>, brand: Brand, isAnswered = false) {
  const { contact, automatic, answered, kinds } = texts[language]
  const { path, lines = '', ...names } = told
  const portal = plain(brand.portal)
  const said = Object.fromEntries(Object.entries({ ...names, organisation: brand.organisation }).map(([name, value]) => [name, plain(value)]))
  const values: Record<string, string> = { ...said, portal, link: path ? brand.origin + path : '', lines: lines.split('\n').map(plain).join('\n') }
  const { subject, text, sms } = kinds[kind]
  if (channel === 'sms') return { subject: fill(subject, values), text: inOneSegment(sms, values, portal) }
  const replies = isAnswered ? answered : automatic
  const foot = brand.contact ? `${fill(contact, { contact: plain(brand.contact) })}\n${replies}` : replies
  return { subject: fill(subject, values), text: `${fill(text, values)}\n\n--\n${portal}\n${foot}` }
}

/** The text of a text message. If it is too long for one segment, the portal's name is shortened. */
function inOneSegment(text: string, values: Record<string, string>, portal: string): string {
  const whole = fill(text, values)
  const over = whole.length - (GSM_7.test(whole) ? SEGMENT.gsm : SEGMENT.ucs)
  return over > 0 ? fill(text, { ...values, portal: portal.slice(0, Math.max(PORTAL_MIN, portal.length - over)).trim() }) : whole
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const isLink = (line: string) => /^https?:\/\/\S+$/.test(line)
const isCode = (line: string) => /^\d{6}$/.test(line)

function lineHtml(line: string): string {
  if (isLink(line)) return `<a href="${escaped(line)}">${escaped(line)}</a>`
  return isCode(line) ? `<strong style="font-size:28px;letter-spacing:4px">${line}</strong>` : escaped(line)
}

/** The same text as HTML, with paragraphs, the link, and the code in large digits. It sets no colours, so the reader's mail program chooses them. */
export function htmlOf(subject: string, text: string, language: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => `<p>${paragraph.split('\n').map(lineHtml).join('<br>')}</p>`)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:0 auto;padding:16px">
${paragraphs.join('\n')}
</body></html>`
}
