import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK, openBlock, sealBlock } from './seal.ts'

const key = randomBytes(32)
const at = { tenant_id: 1, configuration_id: '01a1fdc1-6bd8-7b48-9fc5-fd10d8250273', batch_no: 7, block: 3 }

test('PINs of any characters and lengths can be sealed and opened again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { minLength: 1, maxLength: BLOCK }), (pins) => {
      expect(openBlock(sealBlock(pins, key, at), key, at)).toEqual(pins)
    }),
  )
})

test('a block of sealed PINs that is moved elsewhere, read with another key or changed by one bit does not open', () => {
  const sealed = sealBlock(['1234567890123456'], key, at)
  for (const moved of [
    { ...at, tenant_id: 2 },
    { ...at, batch_no: 8 },
    { ...at, block: 4 },
    { ...at, configuration_id: at.configuration_id.replace('0', '1') },
  ])
    expect(() => openBlock(sealed, key, moved)).toThrow()
  expect(() => openBlock(sealed, randomBytes(32), at)).toThrow()
  const changed = Buffer.from(sealed)
  changed[14] = (changed[14] ?? 0) ^ 1
  expect(() => openBlock(changed, key, at)).toThrow()
})

test('equal PINs have different ciphertexts', () => {
  expect(sealBlock(['1111'], key, at).equals(sealBlock(['1111'], key, at))).toBe(false)
})
