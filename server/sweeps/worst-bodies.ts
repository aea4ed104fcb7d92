// The worst input of each reader of untrusted bytes: data that unpacks to an enormous size, that a reader examines again for each of its bytes, or that has no
// line end.
import { deflateSync } from 'node:zlib'

type Named = readonly [what: string, bytes: Buffer]

const latin = (text: string) => Buffer.from(text, 'latin1')
const repeated = (text: string, bytes: number) => latin(text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes))

/** Packed data that unpacks to nine million zeros and then fails, because its end is damaged. */
const broken = Buffer.concat([deflateSync(Buffer.alloc(9_000_000)).subarray(0, -8), Buffer.alloc(8, 0xff)])
const pdf = (...parts: Buffer[]) => Buffer.concat([latin('%PDF-1.7\n'), ...parts, latin('\n%%EOF\n')])
const stream = (body: Buffer) => Buffer.concat([latin('1 0 obj << /Filter /FlateDecode >> stream\n'), body, latin('\nendstream endobj\n')])

const PDFS: readonly Named[] = [
  ['one PDF of two kilobytes that unpacks to two million bytes of names', pdf(stream(deflateSync(repeated('/#4a#61vaScrip', 2_000_000))))],
  ['a PDF of many streams that unpack and then break', pdf(...Array.from({ length: 500 }, () => stream(broken)))],
  ['a PDF that only begins streams', pdf(repeated('stream\n', 4_900_000))],
  ['a PDF of names spelt in digits', pdf(repeated('/#53 /URI ', 4_900_000))],
  ['a PDF of openings', pdf(repeated('<!-', 4_900_000))],
]

const segment = (marker: number, body: readonly number[]) => [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body]
/** A progressive picture of 2,000 by 2,000 pixels whose scans contain no data, although a decoder goes over the whole picture for each scan. */
function scans(count: number): Buffer {
  const frame = segment(0xc2, [8, 7, 208, 7, 208, 1, 1, 0x11, 0])
  const table = segment(0xdb, [0, ...Array<number>(64).fill(1)])
  const codes = segment(0xc4, [0, 1, ...Array<number>(15).fill(0), 0])
  const scan = [...segment(0xda, [1, 1, 0, 0, 0, 1]), 0, 0]
  const begin = Buffer.from([0xff, 0xd8, ...table, ...frame, ...codes])
  return Buffer.concat([begin, ...Array.from({ length: count }, () => Buffer.from(scan)), Buffer.from([0xff, 0xd9])])
}
const PICTURES: readonly Named[] = [
  ['a JPEG of five thousand scans', scans(5_000)],
  ['a JPEG of thirty scans', scans(30)],
  ['a PNG that is nothing but its name', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(900_000)])],
]

const LISTS: readonly Named[] = [
  ['a heading of nothing but separators', repeated(';', 1_900_000)],
  ['a heading and then only line ends', latin(`claim;answer\n${'\n'.repeat(1_900_000)}`)],
  ['rows of open quotes', latin(`claim;answer\n${'"a;"\n'.repeat(380_000)}`)],
  ['one cell of quotes', latin(`claim;answer\n"${'"'.repeat(1_900_000)}`)],
]

const PIN_FILES: readonly Named[] = [
  ['one line of fifty million bytes', Buffer.alloc(50_000_000, '1')],
  ['a line of nothing but separators', repeated(';', 64_000)],
  ['lines of sixty thousand quotes', latin(`${'"'.repeat(60_000)}\n`.repeat(20))],
  ['twenty million line ends', Buffer.alloc(20_000_000, '\n')],
  ['letters of other alphabets', repeated('\u00dd\u00fe\n', 8_000_000)],
  ['text of a spreadsheet without line ends', Buffer.concat([Buffer.from([0xff, 0xfe]), repeated('1\0', 20_000_000)])],
]

export const worstFiles = (): Record<string, readonly Named[]> => ({
  attachment: [...PDFS, ...PICTURES],
  picture: PICTURES,
  logo: PICTURES,
  answers: LISTS,
  pins: PIN_FILES,
})

const FORM_BYTES = 256 * 1024 - 100
export const worstForms = (): (readonly [what: string, type: string, bytes: Buffer])[] => [
  ['brackets within brackets', 'application/json', latin(`{"filters":${'['.repeat(FORM_BYTES / 2 - 50)}${']'.repeat(FORM_BYTES / 2 - 50)}}`)],
  ['one text of escapes', 'application/json', latin(`{"search_text":"${'\\u00e9'.repeat(FORM_BYTES / 6 - 10)}"}`)],
  ['signs of per cent', 'application/x-www-form-urlencoded', latin(`search_text=${'%'.repeat(FORM_BYTES - 20)}`)],
  [
    'a field without end',
    'multipart/form-data; boundary=b0',
    latin(`--b0\r\ncontent-disposition: form-data; name="filters"\r\n\r\n${'\r\n--b'.repeat(40_000)}`),
  ],
]
