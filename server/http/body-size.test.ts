// The bytes of chunked bodies are counted while they arrive: a body is passed on unchanged, refused at the first byte above its limit, and ended if its sender
// disconnects.
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { counted, declaredBytes } from './body-size.ts'

test('the length of a body is known from its header, and unknown if the body comes in chunks', () => {
  expect([declaredBytes({ 'content-length': '7' }), declaredBytes({}), declaredBytes({ 'transfer-encoding': 'chunked', 'content-length': '7' })]).toEqual([
    7,
    0,
    undefined,
  ])
})

test('a body within the limit is passed on whole, and a body above the limit is reported once', async () => {
  const passed = vi.fn()
  expect(await text(counted(Readable.from([Buffer.from('abc'), Buffer.from('def'), Buffer.from('g')]), 3, passed))).toBe('abcdefg')
  expect(passed).toHaveBeenCalledTimes(1)
  const enough = vi.fn()
  expect(await text(counted(Readable.from([Buffer.from('abc')]), 3, enough))).toBe('abc')
  expect(enough).not.toHaveBeenCalled()
})

test('reading a body that turns out too large ends with an error, and the connection stays open for the answer', async () => {
  const body = new PassThrough()
  const refused = counted(body, 1, () => {
    throw new Error('too large')
  })
  body.write('ab')
  await expect(text(refused)).rejects.toThrow('too large')
  expect(body.destroyed).toBe(false)
})

test('reading a body ends with an error if its client disconnects', async () => {
  const body = new PassThrough()
  const cut = text(counted(body, 9, () => undefined))
  body.write('ab')
  body.destroy()
  await expect(cut).rejects.toThrow('the client hung up')
})
