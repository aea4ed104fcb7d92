// Compression of answers: lists are compressed for clients that accept it, answers with PINs never are.

import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { fileWorld, HOST, type Person } from '../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await w.signIn('kiosque')
await w.server.listen({ host: '127.0.0.1', port: 0 })
const port = (w.server.server.address() as AddressInfo).port

type Got = { encoding: string; bytes: Buffer }

/** Sends a request and returns the answer's bytes as they were sent, not decompressed. */
function raw(path: string, { headers }: Person, encodings: string, fields: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, host: HOST, 'accept-encoding': encodings, 'content-type': 'application/x-www-form-urlencoded' }
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: `/api${path}`, headers: all }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({ encoding: answer.headers['content-encoding'] ?? '', bytes: Buffer.concat(parts) })
    })
    asked.on('error', reject)
    asked.end(new URLSearchParams(fields).toString())
  })
}

test('an answer with a list is compressed in a format the client can read, to a third of its size, with the same content', async () => {
  const { path } = calls.productsList
  const plain = await raw(path, nord, 'identity')
  const [br, gzip] = [await raw(path, nord, 'gzip, deflate, br'), await raw(path, nord, 'gzip')]
  expect([plain.encoding, br.encoding, gzip.encoding]).toEqual(['', 'br', 'gzip'])
  expect(JSON.parse(brotliDecompressSync(br.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
  expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
  expect(br.bytes.length * 3).toBeLessThan(plain.bytes.length)
})

test('short answers and answers with PINs are not compressed', async () => {
  expect((await raw(calls.balance.path, nord, 'br')).encoding).toBe('')
  const { transaction_key } = await kiosque.calls.transactionKey({})
  const { content } = await kiosque.calls.sellerProductsV2({})
  const fields = { transaction_key, configuration_id: content[0]?.configuration_id ?? '', quantity: '12' }
  const sold = await raw(calls.sell.path, kiosque, 'br', fields)
  expect([sold.encoding, sold.bytes.length > 1_400, JSON.parse(sold.bytes.toString()).pins.length]).toEqual(['', true, 12])
})
