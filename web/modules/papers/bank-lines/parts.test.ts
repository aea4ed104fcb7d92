// Tests dividing the transfers of a file into parts: no part is too large for one call, and together they contain all transfers.
import { expect, test } from 'vitest'
import { encodeInput } from '../../../../contract/kit/client.ts'
import { BANK_LINES_MAX, bankLinesTake } from '../../../../contract/papers/bank-lines.ts'
import { partsOf } from './parts.ts'
import type { Transfer } from './statement.ts'

const line = (reference: string, nth: number): Transfer => ({ booked_on: '2026-11-12', amount: 1_234_5600, name: '"'.repeat(140), iban: '', reference, nth })
const lines = (count: number, reference: string) => Array.from({ length: count }, (_, nth) => line(reference, nth))

test.each([
  ['many transfers with short texts are divided by their number', lines(BANK_LINES_MAX * 2 + 1, 'x'), 3],
  ['transfers with long texts are divided by the length of the texts', lines(BANK_LINES_MAX, '"'.repeat(560)), 4],
  ['without transfers there is no part', [], 0],
])('transfers are divided into parts that one call can take: %s', (_, all, count) => {
  const parts = partsOf(all)
  expect(parts.flat()).toEqual(all)
  expect(parts).toHaveLength(count)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(BANK_LINES_MAX)
    expect(String(encodeInput(bankLinesTake, { file_name: 'x', account: '', transfers: part })['transfers']).length).toBeLessThan(256 * 1024)
  }
})
