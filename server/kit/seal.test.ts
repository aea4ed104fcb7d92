import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'
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

test('a file of any length that is sealed in pieces opens for its purpose only, and other work gets its turn between the pieces', async () => {
  const keys = createKeys(key)
  for (const length of [0, 1, 2, 3, 196_607, 196_608, 196_609, 1_000_000]) {
    const bytes = randomBytes(length)
    const sealed = await keys.sealFile('a file', bytes)
    expect(Buffer.from(keys.unseal('a file', sealed), 'base64').equals(bytes), String(length)).toBe(true)
    expect(() => keys.unseal('another file', sealed)).toThrow()
  }
  expect(await turnsDuring(() => keys.sealFile('a file', Buffer.alloc(2_000_000)))).toBeGreaterThan(5)
})

test('a sealed file is opened in pieces too, for its purpose only; of a file that was changed nothing is returned', async () => {
  const keys = createKeys(key)
  for (const length of [0, 1, 3, 147_456, 147_457, 1_000_000]) {
    const bytes = randomBytes(length)
    const sealed = await keys.sealFile('a file', bytes)
    expect((await keys.unsealFile('a file', sealed)) === bytes.toString('base64'), String(length)).toBe(true)
    await expect(keys.unsealFile('another file', sealed)).rejects.toThrow()
    const changed = Buffer.from(sealed)
    changed[sealed.length - 20] = (changed[sealed.length - 20] ?? 0) ^ 1
    await expect(keys.unsealFile('a file', changed)).rejects.toThrow()
  }
  const large = await keys.sealFile('a file', Buffer.alloc(2_000_000))
  expect(await turnsDuring(() => keys.unsealFile('a file', large))).toBeGreaterThan(5)
  expect(await turnsDuring(async () => keys.unseal('a file', large)), 'control: opened at once').toBeLessThan(3)
})

/** How many turns other work gets while a function runs, counted up to twenty. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let timer = setImmediate(function turn() {
    turns++
    if (turns < 20) timer = setImmediate(turn)
  })
  await work()
  clearImmediate(timer)
  return turns
}
