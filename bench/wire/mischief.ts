// How the supplier spoils an answer, by name: on the connection, or within the text of the answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

export type SupplierAnswer = { status: number; body: string; headers?: Record<string, string> }
/** `said`: the right answer. `mine`: the text that reports the order for which the request asks. `other`: the text that reports another till's order. */
export type MischiefContext = { request: IncomingMessage; response: ServerResponse; said: SupplierAnswer; mine: string; other: string }

const MEGABYTE = 'a'.repeat(1024 * 1024)
let packed: Buffer | undefined
const MAINTENANCE = '<!doctype html><html><head><title>We will be back soon</title></head><body><h1>Scheduled maintenance</h1></body></html>'

export function answer({ response }: Pick<MischiefContext, 'response'>, { status, body, headers = {} }: SupplierAnswer): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), ...headers }).end(body)
}
export const failing = (status: number, code: number, message: string): SupplierAnswer => ({ status, body: JSON.stringify({ errors: [{ code, message }] }) })

/** Answers with these raw bytes, without anything that HTTP would add. */
const raw = ({ response }: MischiefContext, text: string | Buffer, then: 'end' | 'open' = 'end') => {
  const { socket } = response
  socket?.write(text)
  if (then === 'end') socket?.end()
}
const head = (status: string, headers: readonly string[]) => `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`
const JSON_TYPE = 'content-type: application/json'
const lengthOf = (text: string) => `content-length: ${Buffer.byteLength(text)}`
const whole = (status: string, body: string) => `${head(status, [JSON_TYPE, lengthOf(body)])}${body}`

const says =
  (status: number, code: number, message: string, headers: Record<string, string> = {}) =>
  (g: MischiefContext) =>
    answer(g, { ...failing(status, code, message), headers })
const page = (status: number) => (g: MischiefContext) => answer(g, { status, body: MAINTENANCE, headers: { 'content-type': 'text/html' } })

export const ON_THE_LINE = {
  reset: ({ request }: MischiefContext) => void request.socket.resetAndDestroy(),
  close: ({ request }: MischiefContext) => void request.socket.end(),
  silence: () => undefined,
  drip({ response, said }: MischiefContext) {
    response.writeHead(said.status, { 'content-type': 'application/json', 'content-length': said.body.length })
    let at = 0
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write(said.body[at++ % said.body.length])), 150)
    response.once('close', () => clearInterval(timer))
  },
  cut_json: (g: MischiefContext) => answer(g, { ...g.said, body: g.said.body.slice(0, Math.floor(g.said.body.length * 0.6)) }),
  short: (g: MischiefContext) => raw(g, `${head(`${g.said.status} OK`, [JSON_TYPE, lengthOf(g.said.body)])}${g.said.body.slice(0, 40)}`),
  html: page(200),
  empty: (g: MischiefContext) => answer(g, { ...g.said, body: '' }),
  no_content: ({ response }: MischiefContext) => void response.writeHead(204).end(),
  status_400: says(400, 1000400, 'Bad Request'),
  status_404: says(404, 1008004, 'Transaction not found'),
  status_500: says(500, 1009001, 'Unexpected error'),
  status_502: page(502),
  status_503: says(503, 1009503, 'Service unavailable'),
  status_504: page(504),
  busy: says(429, 1000429, 'Too many requests', { 'retry-after': '1', 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' }),
  busy_a_day: says(429, 1000429, 'Too many requests', { 'retry-after': '86400' }),
  unauthorized: says(401, 1000401, 'Unauthorized'),
  forbidden: page(403),
  used_already: says(400, 1007001, 'external_id already used'),
  confirmed_already: says(400, 1007002, 'Transaction already confirmed'),
  confirmed_no_more: says(400, 1007004, 'Transaction can no longer be confirmed'),
  cancelled_already: says(400, 1007005, 'Transaction already cancelled'),
  cancelled_no_more: says(400, 1007007, 'Transaction can no longer be cancelled'),
  no_money: says(400, 1006001, 'Insufficient balance'),
  no_product: says(404, 1003001, 'Product not available'),
  bad_number: says(400, 1005003, 'Invalid credit party'),
  unknown_code: says(400, 1234567, 'Something of next year'),
  errors_with_200: (g: MischiefContext) => answer(g, { ...failing(200, 1009001, 'Unexpected error'), status: 200 }),
  plain_text: (g: MischiefContext) => answer(g, { ...g.said, headers: { 'content-type': 'text/plain' } }),
  gzip_broken: (g: MischiefContext) => answer(g, { ...g.said, headers: { 'content-encoding': 'gzip' } }),
  gzip_bomb({ response }: MischiefContext) {
    packed ??= gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '), { level: 1 })
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
  },
  redirected: (g: MischiefContext) => answer(g, { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/v1/elsewhere' } }),
  redirected_here: (g: MischiefContext) => answer(g, { status: 307, body: '', headers: { location: g.request.url ?? '/' } }),
  huge({ response, said }: MischiefContext) {
    response.writeHead(said.status, { 'content-type': 'application/json' }).write(`${said.body.slice(0, -1)},"note":"`)
    let left = 100
    const more = () => {
      while (left-- > 0) if (!response.write(MEGABYTE)) return void response.once('drain', more)
      if (!response.destroyed) response.end('"}')
    }
    more()
  },
  endless({ response, said }: MischiefContext) {
    response.writeHead(said.status, { 'content-type': 'application/json' }).write(said.body)
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write(' ')), 100)
    response.once('close', () => clearInterval(timer))
  },
  closed_on_reuse(g: MischiefContext) {
    g.response.once('finish', () => setImmediate(() => g.request.socket.destroy()))
    answer(g, { ...g.said, headers: { connection: 'keep-alive', 'keep-alive': 'timeout=600' } })
  },
  hints(g: MischiefContext) {
    raw(g, `${head('102 Processing', [])}${head('103 Early Hints', ['link: </a>; rel=preload'])}`.repeat(20), 'open')
    answer(g, g.said)
  },
  continue_only: (g: MischiefContext) => raw(g, head('100 Continue', [])),
  switching: (g: MischiefContext) => raw(g, head('101 Switching Protocols', ['upgrade: nothing', 'connection: upgrade'])),
  not_http: (g: MischiefContext) => raw(g, '\u0000\u0001SSH-2.0-OpenSSH_9.9\r\n'),
  two_answers: (g: MischiefContext) => raw(g, whole(`${g.said.status} OK`, g.said.body) + whole('200 OK', g.other), 'open'),
  two_lengths: (g: MischiefContext) => raw(g, `${head(`${g.said.status} OK`, [JSON_TYPE, lengthOf(g.said.body), 'content-length: 12'])}${g.said.body}`),
  many_headers: (g: MischiefContext) => raw(g, `${head('200 OK', [JSON_TYPE, `x-note: ${'b'.repeat(200_000)}`, lengthOf(g.said.body)])}${g.said.body}`),
  utf_16: (g: MischiefContext) =>
    raw(g, Buffer.concat([Buffer.from(head('200 OK', [JSON_TYPE, `content-length: ${g.said.body.length * 2}`])), Buffer.from(g.said.body, 'utf16le')])),
  status_299: (g: MischiefContext) => answer(g, { ...g.said, status: 299 }),
  other_date: (g: MischiefContext) => answer(g, { ...g.said, headers: { date: 'Fri, 31 Dec 2099 23:59:59 GMT' } }),
  empty_list: (g: MischiefContext) => answer(g, { status: 200, body: '[]', headers: { 'x-total': '0', 'x-total-pages': '0' } }),
  list_of_others: (g: MischiefContext) => answer(g, { status: 200, body: `[${g.other}]`, headers: { 'x-total': '1', 'x-total-pages': '1' } }),
  shuffled_list: (g: MischiefContext) =>
    answer(g, { status: 200, body: `[${g.other},${g.mine},${g.other}]`, headers: { 'x-total': '3', 'x-total-pages': '1' } }),
  twice_in_list: (g: MischiefContext) => answer(g, { status: 200, body: `[${g.mine},${g.mine}]`, headers: { 'x-total': '2', 'x-total-pages': '1' } }),
  object_for_list: (g: MischiefContext) => answer(g, { status: 200, body: g.mine }),
  on_page_two: (g: MischiefContext) =>
    answer(g, {
      ...g.said,
      ...(/[?&]page=2\b/.test(g.request.url ?? '') ? {} : { body: '[]' }),
      headers: { 'x-total': '101', 'x-total-pages': '2', 'x-next-page': '2' },
    }),
} satisfies Record<string, (ground: MischiefContext) => void>

const put = (more: object | ((was: Record<string, object>) => object)) => (text: string) => {
  const was = JSON.parse(text.replace(/"id":(\d+)/, '"id":"@$1"')) as Record<string, object>
  return JSON.stringify({ ...was, ...(typeof more === 'function' ? more(was) : more) }).replace(/"id":"@(\d+)"/, '"id":$1')
}
const classed = (id: number, message: string, of = message) => put({ status: { id: id * 10_000, message, class: { id, message: of } } })
const priced = (amount: string) => (text: string) => text.replace(/("wholesale":\{[^}]*?"amount":)[0-9.]+/, `$1${amount}`)

/** Ways to spoil the text of an answer, by name. `other`: the answer about another order. In the answer of a list, the order's row is spoilt. */
export const BENDS = {
  said_null: () => 'null',
  said_a_word: () => '"COMPLETED"',
  said_a_list: (text: string) => `[${text}]`,
  said_deep: () => '['.repeat(50_000),
  bom: (text: string) => `\uFEFF${text}`,
  of_another: (_: string, other: string) => other,
  two_states: (text: string) =>
    text.replace('"status":', `"status":${JSON.stringify({ id: 90000, message: 'DECLINED', class: { id: 9, message: 'DECLINED' } })},"status":`),
  unknown_class: classed(6, 'PARKED'),
  no_status: put({ status: null }),
  state_as_text: put({ status: 'COMPLETED' }),
  class_in_words: (text: string) => text.replace(/"class":\{"id":(\d)/, '"class":{"id":"$1"'),
  says_created: classed(1, 'CREATED'),
  says_submitted: classed(5, 'SUBMITTED'),
  says_completed: classed(7, 'COMPLETED'),
  says_declined: classed(9, 'DECLINED-EXCEPTION', 'DECLINED'),
  says_reversed: classed(8, 'REVERSED'),
  says_cancelled: classed(4, 'CANCELLED'),
  class_and_word_differ: put({ status: { id: 90000, message: 'COMPLETED', class: { id: 9, message: 'COMPLETED' } } }),
  no_id: (text: string) => text.replace(/"id":\d+,/, ''),
  id_null: (text: string) => text.replace(/"id":\d+/, '"id":null'),
  id_as_text: (text: string) => text.replace(/"id":(\d+)/, '"id":"$1"'),
  id_zero: (text: string) => text.replace(/"id":\d+/, '"id":0'),
  other_id: (text: string) => text.replace(/"id":\d+/, '"id":1'),
  no_external_id: put({ external_id: undefined }),
  other_external_id: put({ external_id: 'EX-of-somebody-else' }),
  no_price: put({ prices: null }),
  price_null: priced('null'),
  price_nan: priced('"NaN"'),
  price_exponent: priced('5.4e0'),
  price_text: priced('"5.40"'),
  price_comma: priced('"5,40"'),
  price_negative: priced('-5.4'),
  price_zero: priced('0'),
  price_dear: priced('54'),
  price_long: priced('5.400000000000000000000000000001'),
  price_huge: priced('1e308'),
  price_in_dollars: (text: string) => text.replace(/"wholesale":\{"unit_type":"CURRENCY","unit":"EUR"/, '"wholesale":{"unit_type":"CURRENCY","unit":"USD"'),
  price_with_fee: (text: string) => text.replace('"fee":0', '"fee":3'),
  other_number: put({ credit_party_identifier: { mobile_number: '+6590000000' } }),
  no_number: put({ credit_party_identifier: null }),
  other_product: put(({ product }) => ({ product: { ...product, id: 4712 } })),
  dates_of_1970: put({
    creation_date: '1970-01-01T00:00:00Z',
    confirmation_date: '1970-01-01T00:00:00Z',
    confirmation_expiration_date: '1970-01-01T00:00:00Z',
  }),
  dates_of_2099: put({ creation_date: '2099-12-31T23:59:59Z', confirmation_expiration_date: '2099-12-31T23:59:59Z' }),
  dates_no_dates: put({ creation_date: 'yesterday', confirmation_expiration_date: 17, confirmation_date: {} }),
  strange_letters: put({ operator_reference: '\u202Egnp.exe\u0000\uD800 😀 𝔏'.repeat(20) }),
  long_words: put({ operator_reference: 'x'.repeat(900_000) }),
  unasked_fields: put({ ok: true, data: { status: 'DECLINED' }, errors: [], __proto__: { status: 1 } }),
  with_errors: put({ errors: [{ code: 1009001, message: 'Unexpected error' }] }),
} satisfies Record<string, (text: string, other: string) => string>

export type Mischief = keyof typeof ON_THE_LINE | keyof typeof BENDS
