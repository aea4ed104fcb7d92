// Tests that active content in a PDF is found, wherever it is in the file.
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isHarmless } from './harmless-pdf.ts'

const latin = (text: string | Buffer) => (typeof text === 'string' ? text : text.toString('latin1'))
const pdf = (...parts: (string | Buffer)[]) => Buffer.from(['%PDF-1.7\n', ...parts.map(latin), '\n%%EOF\n'].join(''), 'latin1')
const stream = (head: string, body: string | Buffer) => `1 0 obj\n<< ${head} >> stream\n${latin(body)}\nendstream\nendobj\n`
const packed = (text: string) => deflateSync(Buffer.from(text, 'latin1'))
/** Compressed data that can be unpacked for nine million bytes and is broken after that. */
const broken = () => Buffer.concat([deflateSync(Buffer.alloc(9_000_000)).subarray(0, -8), Buffer.alloc(8, 0xff)])
const OBJECTS = '/Type /ObjStm /N 1 /First 4'
const SCRIPT = '5 0 << /S /JavaScript /JS (app.alert(1)) >>'

test.for([
  ['nothing but pages', pdf(stream('/Length 9 /Filter /FlateDecode', packed('BT (Hello) Tj ET')))],
  ['objects that are packed', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /Type /Catalog >>')))],
  ['a reference table packed by rows', pdf(stream('/Type /XRef /Filter /FlateDecode /DecodeParms << /Predictor 12 >>', packed('\u0002abc')))],
  ['a link to a page', pdf('1 0 obj << /S /URI /URI (https://shop.example) >> endobj')],
  ['packed objects whose only filter stands in a list', pdf(stream(`${OBJECTS} /Filter [ /FlateDecode ]`, packed('5 0 << /Type /Catalog >>')))],
  ['a picture whose bytes begin as if they were packed', pdf(stream('/Filter /CCITTFaxDecode', broken()))],
  ['a title with a sign that pages are written with', pdf('1 0 obj << /Title (a < b) /ID <48ab> >> endobj')],
  ['bytes that spell a short name by chance', pdf(stream('/Length 3', '/JS'))],
] as const)('a PDF with %s is accepted', ([_, bytes]) => {
  expect(isHarmless(bytes)).toBe(true)
})

test.for([
  ['a script in the open', pdf(`1 0 obj ${SCRIPT} endobj`)],
  ['a script by another spelling', pdf('1 0 obj << /S /J#61vaScript >> endobj')],
  ['a script among packed objects', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed(SCRIPT)))],
  ['packed objects that open something', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /AA << >> >>')))],
  ['objects packed by a name of another spelling', pdf(stream('/Type /Obj#53tm /Filter /FlateDecode', packed(SCRIPT)))],
  ['objects packed in a way that is not looked through', pdf(stream(`${OBJECTS} /Filter /ASCIIHexDecode`, Buffer.from(SCRIPT).toString('hex')))],
  ['objects packed by rows', pdf(stream(`${OBJECTS} /Filter /FlateDecode /DecodeParms << /Predictor 12 >>`, packed(`\u0002${SCRIPT}`)))],
  ['a script between two comments that look like a stream', pdf(`%stream\n1 0 obj ${SCRIPT} endobj\n%endstream\n`)],
  ['packed objects between two such comments', pdf('%stream\n', stream(`${OBJECTS} /Filter /FlateDecode`, packed(SCRIPT)), '%endstream\n')],
  ['more than fits when it is unpacked', pdf(stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(60_000_000))))],
  ['objects packed twice', pdf(stream(`${OBJECTS} /Filter[/FlateDecode/FlateDecode]`, deflateSync(packed(SCRIPT))))],
  ['objects packed in a way that is named elsewhere', pdf(stream(`${OBJECTS} /Filter 7 0 R`, packed(SCRIPT)))],
  ['objects that are said to be packed two times over', pdf(stream(`${OBJECTS} /Filter /FlateDecode /Filter 7 0 R`, packed('5 0 << /Type /Catalog >>')))],
  ['a link to a file of the reader', pdf('1 0 obj << /S /URI /URI (file:///etc/passwd) >> endobj')],
  ['such a link in other digits', pdf('1 0 obj << /S /URI /URI <66696c653a2f2f2f> >> endobj')],
  ['such a link, named elsewhere', pdf('1 0 obj << /S /URI /URI 9 0 R >> endobj')],
  ['such a link among packed objects', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /S/URI/URI(file:///c) >>')))],
  ['a page before the first object', pdf('<html><script>alert(1)</script></html>\n1 0 obj << /Type /Catalog >> endobj')],
  ['a page in a comment', pdf('%<!doctype html>\n1 0 obj << /Type /Catalog >> endobj')],
  ['what unpacks for long and then breaks', pdf(...Array.from({ length: 20 }, () => stream('/Filter /FlateDecode', broken())))],
  ['an end that is missing', Buffer.from('%PDF-1.7\n')],
] as const)('a PDF with %s is refused', ([_, bytes]) => {
  expect(isHarmless(bytes)).toBe(false)
})
