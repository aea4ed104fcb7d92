// The payment code (the QR code of a bank transfer): its lines, and the transfers for which there is no code.
import { expect, test } from 'vitest'
import { EURO } from './money.ts'
import { isPaymentCode, paymentCode } from './payment-code.ts'

const transfer = { name: 'Comptoir Nord', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', amount: 1_234.5 * EURO, reference: 'RE-2026-00002' }

test('a payment code has eleven lines: service, version, character set, kind of transfer, BIC, payee, IBAN, amount, two blank ones, and the reference', () => {
  expect(paymentCode(transfer)?.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', 'BYLADEM1001', 'Comptoir Nord', 'DE02120300000000202051', 'EUR1234.50', '', '', 'RE-2026-00002'],
  ])
})

test('amounts from one cent to 999,999,999.99 euros have a payment code; smaller and larger amounts and fractions of a cent have none', () => {
  const amounts = [0.01, 0.1, 19.99, 999_999_999.99].map((euros) => paymentCode({ ...transfer, amount: Math.round(euros * EURO) })?.split('\n')[7])
  expect(amounts).toEqual(['EUR0.01', 'EUR0.10', 'EUR19.99', 'EUR999999999.99'])
  for (const amount of [-100, 0, 1, 99, 10_050, 1_000_000_000 * EURO]) expect(paymentCode({ ...transfer, amount }), String(amount)).toBeUndefined()
})

test('a masked account number, or a text that is not an IBAN, has no payment code', () => {
  for (const iban of ['F•••••', 'konto 7', 'DE0', 'de02120300000000202051']) expect(paymentCode({ ...transfer, iban }), iban).toBeUndefined()
  expect([isPaymentCode(paymentCode(transfer) ?? ''), isPaymentCode('B•••••')]).toEqual([true, false])
})

test('without an account or a name there is no payment code; a missing BIC becomes a blank line', () => {
  expect(paymentCode({ ...transfer, iban: ' ' })).toBeUndefined()
  expect(paymentCode({ ...transfer, name: '\n' })).toBeUndefined()
  expect(
    paymentCode({ ...transfer, bic: '' })
      ?.split('\n')
      .slice(3, 6),
  ).toEqual(['SCT', '', 'Comptoir Nord'])
})

test('line breaks in names or references add no line to a payment code, long ones are cut, and a text above 331 bytes gets no code', () => {
  const forged = paymentCode({ ...transfer, name: 'Nord\nFR7630006000011234567890189', reference: 'a\r\nb' })?.split('\n')
  expect(forged?.[5]).toBe('Nord FR7630006000011234567890189')
  expect(forged).toHaveLength(11)
  const long = paymentCode({ ...transfer, name: 'n'.repeat(90), reference: 'r'.repeat(200) })?.split('\n')
  expect([long?.[5]?.length, long?.[10]?.length]).toEqual([70, 140])
  expect(paymentCode({ ...transfer, name: '你'.repeat(70), reference: '好'.repeat(140) })).toBeUndefined()
})
