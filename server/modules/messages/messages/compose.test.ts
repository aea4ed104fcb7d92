// Texts of messages: every kind exists in every language, and a name in a text cannot add lines, links, placeholders or markup.
import { expect, test } from 'vitest'
import { type Language, languages } from '../../../../contract/kit/languages.ts'
import { international } from '../../../kit/sms.ts'
import { compose, htmlOf, texts } from './compose.ts'
import type { MessageFacts, MessageKind } from './kinds.ts'

const told: MessageFacts = {
  login_code: { code: '123456' },
  registration: { name: 'Ada Lovelace', path: `/registration/set-password/01890000-0000-7000-8000-000000000000.${'x'.repeat(43)}` },
  registration_code: { code: '123456' },
  code_setup: { code: '123456' },
  new_device: { device: 'Firefox, Windows', address: '192.0.2.17' },
  password_changed: { device: 'Firefox, Windows', address: '192.0.2.17' },
  purchase_list: { name: 'Ada Lovelace', lines: '10 × Mobile 25.00\n5 × Mobile 50.00' },
  invoice_made: { title: 'Rechnung', number: 'RE-2026-00001', amount: '95,00 €', issuer: 'Comptoir Nord', path: '/new/invoice/1' },
  invoice_overdue: { number: 'RE-2026-00042', amount: '1.234,56 €', due: '31.01.2026', path: '/new/invoice/x' },
  direct_debit_ahead: {
    ...{ issuer: 'Comptoir Nord', amount: '95,00 €', day: '31.12.2026', reference: 'M-00001', creditor: 'DE98ZZZ09999999999', lines: 'RE-2026-00001: 95,00 €' },
  },
  direct_debit_given_up: { issuer: 'Comptoir Nord', amount: '95,00 €', day: '31.12.2026', lines: 'RE-2026-00001: 95,00 €' },
  login_request: { name: 'Ada Lovelace', device: 'Firefox, Windows', code: '7f3k-92' },
  slip: {
    ...{ goods: 'Merlion Mobile 4 SGD', number: '***100', arrived: '4.00 SGD', price: '3,50 EUR', at: '22.11.2026 10:00' },
    order: '01890000-0000-7000-8000-000000000000',
  },
  prices_coming: { issuer: 'Comptoir Nord', day: '01.12.2026' },
  credit_low: { available: '12.345,67 EUR', path: '/seller/credit' },
  credit_lasts: { available: '12.345,67 EUR', until: '01.12.2026', path: '/seller/credit' },
  report: { title: 'Sales', day: '01.12.2026' },
  report_link: { title: 'Sales', path: '/download/1' },
  pins: { lines: 'Mobile 10,00 EUR\n1234567890123456' },
  reclaim_list: { company: 'Télécartes Fournier', count: '12', note: 'Please by Friday' },
  reclaim_comment: { name: 'Comptoir Nord', number: '42', product: 'Mobile 25', lines: 'The card is blocked.\nPlease wait.', path: '/reclaim-request/1' },
  reclaim_reply_refused: { number: '42', path: '/reclaim-request/1' },
  reclaim_reply_files: { number: '42', path: '/reclaim-request/1' },
}
const kinds = Object.keys(told) as MessageKind[]
const brand = { portal: 'Comptoir Nord', organisation: 'Kiosque Nord', contact: 'Claire, +33 1 00 00 00 00', origin: 'https://nord.example' }
const every = languages.flatMap((language) => kinds.map((kind): [Language, MessageKind] => [language, kind]))

test.each(every)('in %s a %s has a subject and a text, and every placeholder is filled', (language, kind) => {
  const mail = compose(kind, 'email', language, told[kind], brand)
  expect(mail.subject).toMatch(/^\S.{9,}$/)
  expect(mail.text).toContain('Comptoir Nord')
  expect(mail.text).toContain('Claire, +33 1 00 00 00 00')
  const sms = compose(kind, 'sms', language, told[kind], brand)
  for (const text of [mail.subject, mail.text, sms.text]) expect(text).not.toMatch(/[{}]|undefined/)
  for (const value of Object.values(told[kind])) expect(mail.text).toContain(value)
})

test.each(every)('the text message in %s of kind %s fits into one segment, unless it contains a link', (language, kind) => {
  const long = { ...brand, portal: 'Comptoir Nord de la Grande Place du Général' }
  for (const each of [brand, long]) {
    const { text } = compose(kind, 'sms', language, told[kind], each)
    const isGsm = !/[^\w@£$¥èéùìòÇ\n ØøÅåÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]/.test(text)
    if (kind !== 'registration') expect(text.length, text).toBeLessThanOrEqual(isGsm ? 160 : 70)
  }
})

test('control: the check finds a placeholder that is not filled', () => {
  const { login_code } = texts.en.kinds
  const right = login_code.text
  login_code.text = 'Your code: {cdoe}'
  try {
    expect(compose('login_code', 'email', 'en', told.login_code, brand).text).not.toContain('123456')
  } finally {
    login_code.text = right
  }
})

test('French texts of messages have a narrow space before ; : ! and ?', () => {
  for (const { subject, text } of Object.values(texts.fr.kinds)) expect(`${subject} ${text}`).not.toMatch(/[^\u202f\s][:;!?](\s|$)/)
})

test('a name in a message fills only its own placeholder: placeholders inside the name stay as text, and it adds no line, link or header', () => {
  const name = '{link} {portal}\r\nBcc: all@example.test\u2028\n\nhttps://evil.example/login\n\n654321\n\nwww.evil.example'
  const { subject, text } = compose('login_request', 'email', 'en', { ...told.login_request, name }, { ...brand, organisation: name })
  expect(subject).not.toMatch(/[\r\n\u2028]/)
  expect(text).toContain('{link} {portal} Bcc')
  expect(text).not.toMatch(/https?:\/\/|www\./)
  const html = htmlOf(subject, text, 'en')
  expect(html).not.toContain('<a ')
  expect(html.match(/<strong/g)).toBeNull()
})

test('the HTML form of a message has the same words as the text, and a name in it cannot add markup', () => {
  const { subject, text } = compose('registration', 'email', 'en', { ...told.registration, name: `<img src=x onerror=alert(1)>"'&` }, brand)
  const html = htmlOf(subject, text, 'en')
  expect(html).not.toContain('<img')
  expect(html).toContain('<html lang="en">')
  expect(html.match(/<a href="https:\/\/nord\.example\/registration\/set-password\/[\w.-]+">/g)).toHaveLength(1)
})

test.each([
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['+33 6 12 34 56 78', 'DE', '+33612345678'],
  ['0049 151 1234567', 'FR', '+491511234567'],
  ['0151/1234567', 'DE', '+491511234567'],
  ['030 / 90 18 20', 'DE', '+4930901820'],
  ['06 1234 5678', 'IT', '+390612345678'],
  ['+39 06 1234 5678', 'FR', '+390612345678'],
  ['333 123 4567', 'IT', '+393331234567'],
  ['07400 123456', 'GB', '+447400123456'],
  ['+44 (0)7400 123456', 'FR', '+447400123456'],
  ['(201) 555-0123', 'US', '+12015550123'],
  ['0151/1234567', 'XX', '01511234567'],
  ['+999 12 34 56', 'FR', '+999123456'],
])('a message to the number %s, typed in %s, is sent to %s', (number, country, dialled) => {
  expect(international(number, country)).toBe(dialled)
})
