// The short code of a sale leads back to that sale. Sales that one server makes have different codes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saleCode, saleOfCode } from './sale-code.ts'

const hex = (digits: number) => fc.nat(16 ** digits - 1).map((value) => value.toString(16).padStart(digits, '0'))
/** Times from 2024 to 2092, which are among those for which there are short codes. */
const moments = fc.integer({ min: 1_704_067_200_000, max: 3_880_000_000_000 }).map((ms) => ms.toString(16).padStart(12, '0'))
const numbers = fc
  .tuple(moments, hex(3), hex(3), hex(4), hex(4), hex(4))
  .map(([ms, a, b, c, d, e]) => `${ms.slice(0, 8)}-${ms.slice(8)}-7${a}-8${b}-${c}${d}${e}`)

const isOf = (sale_id: string, code: string) => {
  const found = saleOfCode(code)
  return found !== undefined && found.from <= sale_id && sale_id <= found.to && sale_id.slice(26, 28) === found.mark
}

test('a short code leads back to its sale, with or without blanks and hyphens', () => {
  fc.assert(
    fc.property(numbers, (sale_id) => {
      const code = saleCode(sale_id) ?? ''
      expect(code).toMatch(/^[3-9A-Y]{4} [3-9A-Y]{4} [3-9A-Y]{3}$/)
      expect(code).not.toMatch(/[0125BILMOSUZ8]/)
      for (const written of [code, code.replaceAll(' ', ''), code.replaceAll(' ', '-')]) expect(isOf(sale_id, written)).toBe(true)
    }),
  )
})

test('a short code is recognised in upper and in lower case', () => {
  expect(saleOfCode('k7qf 3axw 94h')).toEqual(saleOfCode('K7QF 3AXW 94H'))
  expect(saleOfCode('k7qf 3axw 94h')).toBeDefined()
})

test('sales of different milliseconds have different short codes, and so have 256 sales that follow one another within one millisecond', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const isSame = one.slice(0, 13) === other.slice(0, 13) && one.slice(26, 28) === other.slice(26, 28)
      expect(saleCode(one) === saleCode(other)).toBe(isSame)
    }),
  )
  const beside = Array.from({ length: 256 }, (_, i) => `0192f0a1-7c3e-7d11-9abc-01${i.toString(16).padStart(2, '0')}89abcdef`)
  expect(new Set(beside.map(saleCode)).size).toBe(256)
})

test('names, serials, PINs and codes with one character too many are not recognised as short codes', () => {
  for (const text of ['', 'Lycamobile', 'paysafecard', '21010005000125', '4829 8527 1100', 'K7QF 3MXW 94', 'A'.repeat(12), 'İ'.repeat(11), '🙂'.repeat(11)])
    expect(saleOfCode(text), text).toBeUndefined()
  for (const id of ['', 'T-000123', '0192f0a1-7c3e-4d11-9abc-0123456789ab', '00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7000-8000-000000000000'])
    expect(saleCode(id), id).toBeUndefined()
})
