// Whether a PDF is passive: no scripts, no launching, no hidden content. Names are searched wherever a reader would find them: in plain text, in object
// streams, and in stretches that only look like streams.
import { constants, inflateSync } from 'node:zlib'
import type { Job } from '../../../kit/apart.ts'

/** Names of content that runs, opens, sends or hides something. No photographed slip has any of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|GoToE|GoToR|EmbeddedFiles?|RichMedia|XFA|OpenAction|AA|Encrypt)\b/
/** Names that are refused. In compressed bytes short names occur by chance, these never; scanners never put an object stream inside another stream. */
const LONG = /\/(JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|OpenAction|Encrypt|ObjStm)\b/
const OBJECTS = /\/ObjStm\b/
/** The allowed compression of object streams: once, or none. Any other kind, or one declared elsewhere, cannot be scanned here. */
const FILTER = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/
const FILTERS = /\/(Filter|F|Predictor|Crypt)\b/g
/** A link is allowed when it is written where it is used and leads to the web, to mail or to a telephone: any other opens something on the reader's machine. */
const ADDRESS = /\/URI\b(?!\s*\((?:https?:|mailto:|tel:))/g
const ACTION = /\/S\s*$/
/** What a browser would take for a page, if it ever had to guess the file's type. */
const MARKUP =
  /<(?:!doctype|!--|\/?(?:html|head|body|script|style|svg|iframe|object|embed|img|meta|link|base|form|div|table|title|a|b|p|br|h1)\b)|<\?(?:php|xml)/i

const STREAMS_MAX = 2_000
const HEAD_MAX = 2_000
const INFLATED_MAX = 20_000_000
/**
 * The number of bytes unpacked before an error is not known, so this many are assumed: up to twenty times per file. Pixels that look compressed by chance
 * occur in one stream of five hundred.
 */
const BROKEN_COST = 1_000_000

/** A name's letters may be written as #4a; this decodes them as a reader does. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isActive = (text: string) =>
  ACTIVE.test(text) || [...text.matchAll(ADDRESS)].some(({ index }) => !ACTION.test(text.slice(Math.max(0, index - 20), index)))

/** Whether the objects' compression is declared once, and is one that can be scanned here. */
const isPackedOnce = (own: string) => (own.match(FILTERS) ?? []).length === (FILTER.test(own) ? 1 : 0)

export function isHarmless(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (!text.trimEnd().endsWith('%%EOF')) return false
  const streams = streamsIn(text)
  if (streams.length > STREAMS_MAX) return false
  let [open, end, objects, left] = ['', 0, 0, INFLATED_MAX]
  for (const stream of streams) {
    const head = plainNames(text.slice(Math.max(end, stream.from - HEAD_MAX), stream.from))
    open += text.slice(end, stream.from)
    end = stream.to
    const body = text.slice(stream.from, stream.to)
    if (LONG.test(plainNames(body))) return false
    const inflated = inflate(bytes.subarray(stream.from, stream.to), left)
    if (inflated === 'too much') return false
    left -= inflated === 'broken' ? BROKEN_COST : (inflated?.length ?? 0)
    if (left <= 0) return false
    if (inflated && LONG.test(plainNames(inflated))) return false
    const own = head.slice(Math.max(0, head.lastIndexOf(' obj')))
    if (!OBJECTS.test(own)) continue
    objects++
    if (!isPackedOnce(own) || isActive(plainNames(inflated ?? body)) || (FILTER.test(own) && (inflated === undefined || inflated === 'broken'))) return false
  }
  open = plainNames(open + text.slice(end))
  return !isActive(open) && !MARKUP.test(open) && (open.match(/\/ObjStm\b/g)?.length ?? 0) === objects
}

/** The positions of streams, or of anything that looks like one. */
function streamsIn(text: string): { from: number; to: number }[] {
  const found = []
  const begin = /\bstream\r?\n/g
  for (let match = begin.exec(text); match && found.length <= STREAMS_MAX; match = begin.exec(text)) {
    const from = match.index + match[0].length
    const until = text.indexOf('endstream', from)
    if (until < 0) break
    found.push({ from, to: until })
    begin.lastIndex = until + 'endstream'.length
  }
  return found
}

/** Whether a stream begins like one of zlib. */
const isZlib = ([first = 0, second = 0]: Buffer) => (first & 15) === 8 && (first * 256 + second) % 31 === 0

/** Undefined: it is compressed in another way, or not at all. */
function inflate(body: Buffer, most: number): string | 'too much' | 'broken' | undefined {
  if (!isZlib(body)) return undefined
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch (error) {
    return error instanceof RangeError ? 'too much' : 'broken'
  }
}

export const pdfReading: Job<[Buffer], boolean> = { name: 'pdf reading', otherwise: 'attachment_unreadable', run: isHarmless }
