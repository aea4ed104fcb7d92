// The faster HMAC of hmac.ts gives the same first 16 bytes as the standard library.
import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHmac16 } from './hmac.ts'

test('createHmac16 returns the first 16 bytes of the standard HMAC, for any text and any key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.uint8Array({ minLength: 16, maxLength: 64 }), (text, bytes) => {
      const key = Buffer.from(bytes)
      expect(createHmac16(key)(text).equals(createHmac('sha256', key).update(text).digest().subarray(0, 16))).toBe(true)
    }),
  )
})

test('createHmac16 returns the same hash for a text, whatever texts were hashed before', () => {
  const key = randomBytes(32)
  const hmac = createHmac16(key)
  for (const text of ['1234567890123456', '12', 'é', '1234567890123456'])
    expect(hmac(text)).toEqual(createHmac('sha256', key).update(text).digest().subarray(0, 16))
})
