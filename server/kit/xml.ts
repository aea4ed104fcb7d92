// Writes XML: elements, escaped texts, and amounts in euros.
import type { Money } from '../../contract/kit/money.ts'

export type Attributes = Record<string, string>
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes a text for XML. Removes the characters that XML forbids even when escaped: control characters, U+FFFE and U+FFFF. */
export const escaped = (text: string) =>
  text.replace(/[^\t\n\r\x20-\uFFFD]/gu, (sign) => (sign.length > 1 ? sign : '')).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** Writes an element. An element without content is left out, unless `keep` is set, because an empty element has no meaning here. */
export function tag(name: string, content: string | readonly string[], attributes: Attributes = {}, keep = false): string {
  const inner = typeof content === 'string' ? content : content.join('')
  if (inner === '' && !keep) return ''
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${inner}</${name}>`
}

/** An amount in euros with two decimals. */
export const cents = (amount: Money) =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 10_000)}.${String(Math.abs(amount / 100) % 100).padStart(2, '0')}`
