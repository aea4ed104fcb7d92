// Whether a PDF does nothing by itself: no scripts, no starts, nothing hidden inside. Names are looked for wherever a reader would find them: in the open, in
// object streams, and in stretches that only look like streams.
import { constants, inflateSync } from 'node:zlib'
import type { Job } from '../../../kit/apart.ts'

/** What runs, opens, sends or hides something. Nobody photographs a slip with any of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|GoToE|GoToR|EmbeddedFiles?|RichMedia|XFA|OpenAction|AA|Encrypt)\b/
/** Compressed bytes spell short names by chance, these never. An object stream inside another stream is none that a scanner would read. */
const LONG = /\/(JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|OpenAction|Encrypt|ObjStm)\b/
const OBJECTS = /\/ObjStm\b/
/** How packed objects may be packed: once, or not at all. Any other way, and one that is named elsewhere, is not looked through here. */
const FILTER = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/
const FILTERS = /\/(Filter|F|Predictor|Crypt)\b/g
/** An address is written out where it is used and leads to the web, to mail or to a telephone: any other opens something on the reader's machine. */
const ADDRESS = /\/URI\b(?!\s*\((?:https?:|mailto:|tel:))/g
const ACTION = /\/S\s*$/
/** What a browser takes for a page, if it is ever asked what this file is. */
const MARKUP =
  /<(?:!doctype|!--|\/?(?:html|head|body|script|style|svg|iframe|object|embed|img|meta|link|base|form|div|table|title|a|b|p|br|h1)\b)|<\?(?:php|xml)/i

const STREAMS_MAX = 2_000
const HEAD_MAX = 2_000
const INFLATED_MAX = 20_000_000
/** Nobody is told how much was unpacked before it broke: a file may do so twenty times. Pixels that look packed by chance are one stream in five hundred. */
const BROKEN_COST = 1_000_000

/** A name's letters may be written as #4a: read as the reader would. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isActive = (text: string) =>
  ACTIVE.test(text) || [...text.matchAll(ADDRESS)].some(({ index }) => !ACTION.test(text.slice(Math.max(0, index - 20), index)))

/** Whether it is said once how the objects are packed, and in the way that is looked through here. */
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

/** Where streams are, or what is written like one. */
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

/** Whether a stream begins as zlib's do. */
const isZlib = ([first = 0, second = 0]: Buffer) => (first & 15) === 8 && (first * 256 + second) % 31 === 0

/** Undefined: it is packed in another way, or not at all. */
function inflate(body: Buffer, most: number): string | 'too much' | 'broken' | undefined {
  if (!isZlib(body)) return undefined
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch (error) {
    return error instanceof RangeError ? 'too much' : 'broken'
  }
}

export const pdfReading: Job<[Buffer], boolean> = { name: 'pdf reading', otherwise: 'attachment_unreadable', run: isHarmless }
