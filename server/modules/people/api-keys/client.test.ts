// The published client of customers' own systems (packages/client), against a server on a port with a sandbox key.
import { createServer } from 'node:http'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createClient, NoAnswer, PortalError, verifyWebhook } from '../../../../packages/client/src/index.ts'
import { createWebhookSender } from '../../../http/webhook-sender.ts'
import { createKeys } from '../../../kit/keys.ts'
import { goods } from '../../../test/arrange.ts'
import { fileWorld, HOST } from '../../../test/world.ts'

const w = await fileWorld()
const corner = await goods(w, { pins: 5 })
const shop = await w.signIn('kiosque')
const portal = (await w.server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', HOST)
const { key } = await shop.calls.apiKeyMake({ is_sandbox: true })
const { configuration_id } = corner

test('the client buys a PIN in the sandbox, and settling by the transaction key says that the PIN was sold', async () => {
  const client = createClient({ portal, key })
  const { content } = await client.sellerProductsV2({ product_type: 'cash_card' })
  expect(content.map((offer) => offer.configuration_id)).toContain(configuration_id)
  const { transaction_key } = await client.transactionKey({})
  const sale = await client.sell({ transaction_key, configuration_id, quantity: 2 })
  expect(sale.pins.map(({ pin }) => pin)).toEqual([expect.stringMatching(/^TRAINING/), expect.stringMatching(/^TRAINING/)])
  expect(await client.saleSettle({ transaction_key })).toMatchObject({ outcome: 'sold', sale: { sale_id: sale.sale_id } })
})

describe('when an answer is lost', () => {
  /** Sends requests to the portal, but throws the answers of the first `lost` requests away. */
  const losing = (lost: number) => {
    const sent: string[] = []
    const send: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init)
      sent.push(new URL(String(url)).pathname)
      if (sent.length <= lost) throw new TypeError('connection reset')
      return answer
    }
    return { sent, send }
  }

  test('a sale is sent again under its transaction key, and only one sale is made', async () => {
    const { transaction_key } = await createClient({ portal, key }).transactionKey({})
    const { sent, send } = losing(1)
    const sale = await createClient({ portal, key, fetch: send }).sell({ transaction_key, configuration_id, quantity: 1 })
    expect(sent).toHaveLength(2)
    const again = await createClient({ portal, key }).sell({ transaction_key, configuration_id, quantity: 1 })
    expect(again.sale_id).toBe(sale.sale_id)
  })

  test('a call that may work only once is not sent again', async () => {
    const { sent, send } = losing(1)
    const download_id = corner.product_id
    await expect(createClient({ portal, key, fetch: send }).saleDownload({ download_id })).rejects.toThrow(NoAnswer)
    expect(sent).toHaveLength(1)
  })

  test('the client stops repeating the request after a time limit, and says that the outcome is unknown', async () => {
    const client = createClient({ portal, key, patience_ms: 600, fetch: losing(99).send })
    await expect(client.balance({})).rejects.toThrow(NoAnswer)
  })
})

test('a refusal has the stable code and names the invalid field', async () => {
  const client = createClient({ portal, key })
  const { transaction_key } = await client.transactionKey({})
  const refused = client.sell({ transaction_key, configuration_id, quantity: 'many' })
  await expect(refused).rejects.toThrow(PortalError)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'quantity', code: 'not_a_whole_number' }] })
  await expect(createClient({ portal, key: 'sandbox_wrong' }).balance({})).rejects.toMatchObject({ status: 401 })
})

describe('a webhook', () => {
  const came: { headers: Record<string, string>; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    came.push({ headers: request.headers as Record<string, string>, body })
    response.end()
  }).listen(0, '127.0.0.1')
  afterAll(() => void receiver.close())
  const sender = createWebhookSender({ keys: createKeys(Buffer.from(inject('cluster').masterKey, 'base64')), loopback: true })

  test('is accepted only with its own secret and with an unchanged body', async () => {
    const address = receiver.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    const body = JSON.stringify({ type: 'sale.completed', timestamp: '2026-11-28T10:00:00Z', data: { sale_id: 'one' } })
    await sender.send({ tenant_id: 1, webhook_id: 'ours', url, id: 'sale_one', body }, new Date())
    const [message] = came
    if (!message) throw new Error('no message')
    expect(verifyWebhook(sender.secretOf(1, 'ours'), message.headers, message.body)).toMatchObject({ type: 'sale.completed', data: { sale_id: 'one' } })
    expect(() => verifyWebhook(sender.secretOf(1, 'other'), message.headers, message.body)).toThrow(/signature/)
    expect(() => verifyWebhook(sender.secretOf(1, 'ours'), message.headers, message.body.replace('one', 'two'))).toThrow(/signature/)
  })
})
