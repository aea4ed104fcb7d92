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
  ['compressed objects', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /Type /Catalog >>')))],
  ['a reference table compressed by rows', pdf(stream('/Type /XRef /Filter /FlateDecode /DecodeParms << /Predictor 12 >>', packed('\u0002abc')))],
  ['a link to a page', pdf('1 0 obj << /S /URI /URI (https://shop.example) >> endobj')],
  ['compressed objects whose only filter is in a list', pdf(stream(`${OBJECTS} /Filter [ /FlateDecode ]`, packed('5 0 << /Type /Catalog >>')))],
  ['a picture whose bytes begin as if they were compressed', pdf(stream('/Filter /CCITTFaxDecode', broken()))],
  ['a title with a character that markup uses', pdf('1 0 obj << /Title (a < b) /ID <48ab> >> endobj')],
  ['bytes that spell a short name by chance', pdf(stream('/Length 3', '/JS'))],
] as const)('a PDF with %s is accepted', ([_, bytes]) => {
  expect(isHarmless(bytes)).toBe(true)
})

test.for([
  ['a script in plain text', pdf(`1 0 obj ${SCRIPT} endobj`)],
  ['a script whose name is spelled with escapes', pdf('1 0 obj << /S /J#61vaScript >> endobj')],
  ['a script among compressed objects', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed(SCRIPT)))],
  ['compressed objects that open something', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /AA << >> >>')))],
  ['compressed objects whose type is spelled with escapes', pdf(stream('/Type /Obj#53tm /Filter /FlateDecode', packed(SCRIPT)))],
  ['objects compressed in a way that is not searched', pdf(stream(`${OBJECTS} /Filter /ASCIIHexDecode`, Buffer.from(SCRIPT).toString('hex')))],
  ['objects compressed by rows', pdf(stream(`${OBJECTS} /Filter /FlateDecode /DecodeParms << /Predictor 12 >>`, packed(`\u0002${SCRIPT}`)))],
  ['a script between two comments that look like a stream', pdf(`%stream\n1 0 obj ${SCRIPT} endobj\n%endstream\n`)],
  [
    'compressed objects between two comments that look like a stream',
    pdf('%stream\n', stream(`${OBJECTS} /Filter /FlateDecode`, packed(SCRIPT)), '%endstream\n'),
  ],
  ['content that is too large when it is unpacked', pdf(stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(60_000_000))))],
  ['objects compressed twice', pdf(stream(`${OBJECTS} /Filter[/FlateDecode/FlateDecode]`, deflateSync(packed(SCRIPT))))],
  ['objects whose compression is declared elsewhere', pdf(stream(`${OBJECTS} /Filter 7 0 R`, packed(SCRIPT)))],
  ['objects that declare their compression twice', pdf(stream(`${OBJECTS} /Filter /FlateDecode /Filter 7 0 R`, packed('5 0 << /Type /Catalog >>')))],
  ['a link to a file on the reader’s computer', pdf('1 0 obj << /S /URI /URI (file:///etc/passwd) >> endobj')],
  ['a link to a file, in hexadecimal digits', pdf('1 0 obj << /S /URI /URI <66696c653a2f2f2f> >> endobj')],
  ['a link whose address is declared elsewhere', pdf('1 0 obj << /S /URI /URI 9 0 R >> endobj')],
  ['a link to a file among compressed objects', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /S/URI/URI(file:///c) >>')))],
  ['a web page before the first object', pdf('<html><script>alert(1)</script></html>\n1 0 obj << /Type /Catalog >> endobj')],
  ['a web page in a comment', pdf('%<!doctype html>\n1 0 obj << /Type /Catalog >> endobj')],
  ['many streams that unpack to much data and then break', pdf(...Array.from({ length: 20 }, () => stream('/Filter /FlateDecode', broken())))],
  ['a missing end', Buffer.from('%PDF-1.7\n')],
] as const)('a PDF with %s is refused', ([_, bytes]) => {
  expect(isHarmless(bytes)).toBe(false)
})
