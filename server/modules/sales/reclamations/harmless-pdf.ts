// Whether a PDF is harmless: it runs no script, starts no program and hides no content. The names of such content are searched wherever a PDF reader would
// find them: in plain text, in object streams, and in parts that only look like streams.
import { constants, inflateSync } from 'node:zlib'
import type { Job } from '../../../kit/apart.ts'

/** Names of content that runs, opens, sends or hides something. A photographed slip contains no such content. */
const ACTIVE = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|GoToE|GoToR|EmbeddedFiles?|RichMedia|XFA|OpenAction|AA|Encrypt)\b/
/**
 * Names that are searched in compressed bytes too, because they are too long to occur there by chance. An object stream inside another stream is
 * refused, because scanners never write one.
 */
const LONG = /\/(JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|OpenAction|Encrypt|ObjStm)\b/
const OBJECTS = /\/ObjStm\b/
/**
 * How an object stream may be compressed: once, or not at all. If it is compressed in another way, or if its compression is declared elsewhere, its
 * content cannot be searched.
 */
const FILTER = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/
const FILTERS = /\/(Filter|F|Predictor|Crypt)\b/g
/**
 * Links that are refused. A link is allowed if its URL directly follows and leads to the web, to mail or to a telephone; any other link may open something on
 * the reader's machine.
 */
const ADDRESS = /\/URI\b(?!\s*\((?:https?:|mailto:|tel:))/g
const ACTION = /\/S\s*$/
/** Text that a browser would take for a web page, if it ever had to guess the file's type. */
const MARKUP =
  /<(?:!doctype|!--|\/?(?:html|head|body|script|style|svg|iframe|object|embed|img|meta|link|base|form|div|table|title|a|b|p|br|h1)\b)|<\?(?:php|xml)/i

const STREAMS_MAX = 2_000
const HEAD_MAX = 2_000
const INFLATED_MAX = 20_000_000
/**
 * How many unpacked bytes a broken stream counts for, because the number unpacked before the error is unknown. A file may have up to nineteen broken streams,
 * because by chance one in five hundred streams of pixels looks compressed.
 */
const BROKEN_COST = 1_000_000

/** Decodes letters written as #4a in names, as a PDF reader does. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isActive = (text: string) =>
  ACTIVE.test(text) || [...text.matchAll(ADDRESS)].some(({ index }) => !ACTION.test(text.slice(Math.max(0, index - 20), index)))

/** Whether an object stream declares exactly one compression, of the kind that FILTER knows, or none. */
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

/** Finds the places in the text where a stream is, or anything that looks like a stream. */
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

/** Whether a stream begins as one compressed with zlib does. */
const isZlib = ([first = 0, second = 0]: Buffer) => (first & 15) === 8 && (first * 256 + second) % 31 === 0

/** Unpacks a stream; undefined if it is not compressed with zlib. */
function inflate(body: Buffer, most: number): string | 'too much' | 'broken' | undefined {
  if (!isZlib(body)) return undefined
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch (error) {
    return error instanceof RangeError ? 'too much' : 'broken'
  }
}

export const pdfReading: Job<[Buffer], boolean> = { name: 'pdf reading', otherwise: 'attachment_unreadable', run: isHarmless }
