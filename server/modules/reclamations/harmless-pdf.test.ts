// A PDF that would do something is known, wherever in it that is written.
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isHarmless } from './harmless-pdf.ts'

const latin = (text: string | Buffer) => (typeof text === 'string' ? text : text.toString('latin1'))
const pdf = (...parts: (string | Buffer)[]) => Buffer.from(['%PDF-1.7\n', ...parts.map(latin), '\n%%EOF\n'].join(''), 'latin1')
const stream = (head: string, body: string | Buffer) => `1 0 obj\n<< ${head} >> stream\n${latin(body)}\nendstream\nendobj\n`
const packed = (text: string) => deflateSync(Buffer.from(text, 'latin1'))
const OBJECTS = '/Type /ObjStm /N 1 /First 4'
const SCRIPT = '5 0 << /S /JavaScript /JS (app.alert(1)) >>'

test.for([
  ['nothing but pages', pdf(stream('/Length 9 /Filter /FlateDecode', packed('BT (Hello) Tj ET')))],
  ['objects that are packed', pdf(stream(`${OBJECTS} /Filter /FlateDecode`, packed('5 0 << /Type /Catalog >>')))],
  ['a reference table packed by rows', pdf(stream('/Type /XRef /Filter /FlateDecode /DecodeParms << /Predictor 12 >>', packed('\u0002abc')))],
  ['bytes that spell a short name by chance', pdf(stream('/Length 3', '/JS'))],
] as const)('%s is taken', ([_, bytes]) => {
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
  ['an end that is missing', Buffer.from('%PDF-1.7\n')],
] as const)('%s is not', ([_, bytes]) => {
  expect(isHarmless(bytes)).toBe(false)
})
