// The sample program on the portal's page about webhooks, run unchanged: it accepts a genuine message and refuses a forged, a changed and an old one.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { verification } from '../../../../web/modules/sales/webhooks/samples.ts'
import { createWebhookSender } from '../../../http/webhook-sender.ts'
import { createKeys } from '../../../kit/keys.ts'
import { until } from '../../../test/wait-for.ts'

const sender = createWebhookSender({ keys: createKeys(Buffer.from(inject('cluster').masterKey, 'base64')), loopback: true })
const dir = mkdtempSync(join(tmpdir(), 'portal-webhook-'))
let receiver: ChildProcess | undefined
afterAll(() => {
  receiver?.kill()
  rmSync(dir, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

test('a receiver that is written like the sample accepts messages of its own webhook only, and none older than five minutes', async () => {
  const port = await freePort()
  const file = join(dir, 'receive.mjs')
  writeFileSync(file, verification)
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: sender.secretOf(1, 'ours') }
  const running = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  receiver = running
  let said = ''
  running.stdout?.on('data', (piece: Buffer) => {
    said += piece
  })
  const send = (webhook_id: string, now = new Date()) =>
    sender.send({ tenant_id: 1, webhook_id, url: `http://127.0.0.1:${port}/`, id: 'sale_1', body: '{"type":"sale.completed"}' }, now)
  await until('the receiver listens', async () => (await send('another')).status !== null)
  expect(await send('another')).toMatchObject({ status: 401 })
  expect(await send('ours', new Date(Date.now() - 6 * 60_000))).toMatchObject({ status: 401 })
  expect(said).toBe('')
  expect(await send('ours')).toMatchObject({ status: 204 })
  await until('the receiver prints the message', async () => said !== '')
  expect(said).toContain("sale_1 { type: 'sale.completed' }")
})
