// Whether a PDF does nothing by itself: no scripts, no starts, nothing hidden inside. Names are looked for wherever a reader would find them: in the open, in
// object streams, and in stretches that only look like streams.
import { constants, inflateSync } from 'node:zlib'

/** What runs, opens, sends or hides something. Nobody photographs a slip with any of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|GoToE|GoToR|EmbeddedFiles?|RichMedia|XFA|OpenAction|AA|Encrypt)\b/
/** Compressed bytes spell short names by chance, these never. An object stream inside another stream is none that a scanner would read. */
const LONG = /\/(JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|OpenAction|Encrypt|ObjStm)\b/
const OBJECTS = /\/ObjStm\b/
/** Ways of packing objects that are not looked through here. */
const OTHERWISE = /\/(Predictor|ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt)\b/

const STREAMS_MAX = 2_000
const HEAD_MAX = 2_000
const INFLATED_MAX = 50_000_000

/** A name's letters may be written as #4a: read as the reader would. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

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
    left -= inflated?.length ?? 0
    if (inflated && LONG.test(plainNames(inflated))) return false
    const own = head.slice(Math.max(0, head.lastIndexOf(' obj')))
    if (!OBJECTS.test(own)) continue
    objects++
    if (OTHERWISE.test(own) || ACTIVE.test(plainNames(inflated ?? body)) || (own.includes('/Filter') && inflated === undefined)) return false
  }
  open = plainNames(open + text.slice(end))
  return !ACTIVE.test(open) && (open.match(/\/ObjStm\b/g)?.length ?? 0) === objects
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

/** Undefined: it is packed in another way, or not at all. */
function inflate(body: Buffer, most: number): string | 'too much' | undefined {
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch (error) {
    return error instanceof RangeError ? 'too much' : undefined
  }
}
