// Reads XML of workbooks and statements: elements and their text, in one pass, loading nothing from outside. A document type, which could declare entities,
// is refused.
import { Unreadable } from './unreadable.ts'

type Attributes = Readonly<Record<string, string>>
export type Reader = {
  /** Called at the beginning of an element; `name` is without its prefix. */
  open?: (name: string, attributes: () => Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const MOST_CODE_POINT = 0x10ffff

function character(code: number): string {
  if (!(code > 0 && code <= MOST_CODE_POINT)) throw new Unreadable('damaged')
  return String.fromCodePoint(code)
}

/** Decodes the references in a text: the five that XML names, such as &amp;, and characters given by number. */
const plain = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (_, hex?: string, decimal?: string, name = '') => {
        if (hex) return character(Number.parseInt(hex, 16))
        if (decimal) return character(Number(decimal))
        const known = NAMED[name]
        if (known === undefined) throw new Unreadable('damaged')
        return known
      })
    : text

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

function attributesOf(tag: string): Attributes {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) found[bare(name)] = plain(double ?? single ?? '')
  return found
}

/** Returns the end of the tag that begins at `from`; a > within quotes is not the end. */
function tagEnd(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const sign = xml[at] as string
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  throw new Unreadable('damaged')
}

/** Returns the position after the next `mark` that begins at or after `at`. */
function after(xml: string, mark: string, at: number): number {
  const found = xml.indexOf(mark, at)
  if (found < 0) throw new Unreadable('damaged')
  return found + mark.length
}

export function readXml(xml: string, { open, text, close }: Reader): void {
  let at = 0
  let depth = 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    if (next > at && depth > 0) text?.(plain(xml.slice(at, next)))
    if (next < 0) break
    if (xml.startsWith('<!--', next)) at = after(xml, '-->', next + 4)
    else if (xml.startsWith('<![CDATA[', next)) {
      at = after(xml, ']]>', next)
      text?.(xml.slice(next + 9, at - 3))
    } else if (xml.startsWith('<?', next)) at = after(xml, '?>', next)
    else if (xml.startsWith('<!', next)) throw new Unreadable('damaged')
    else {
      const end = tagEnd(xml, next + 1)
      const tag = xml.slice(next + 1, end)
      at = end + 1
      if (tag.startsWith('/')) {
        depth--
        close?.(bare(tag.slice(1).trim()))
        continue
      }
      const name = bare(/^[^\s/]+/.exec(tag)?.[0] ?? '')
      open?.(name, () => attributesOf(tag))
      if (tag.endsWith('/')) close?.(name)
      else depth++
    }
  }
  if (depth !== 0) throw new Unreadable('damaged')
}
