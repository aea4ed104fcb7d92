// Tests webhooks: they are signed as Standard Webhooks says, and are sent to public addresses only.
import { expect, inject, test } from 'vitest'
import { createKeys } from '../kit/keys.ts'
import { createWebhookSender, signatureOf } from './webhook-sender.ts'

const keys = createKeys(Buffer.from(inject('cluster').masterKey, 'base64'))
const sender = createWebhookSender({ keys })

test('a webhook’s signature is that of the published example of Standard Webhooks', () => {
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const signature = signatureOf(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('each webhook of each tenant has a secret of its own, the same whenever it is read', () => {
  const secrets = [sender.secretOf(1, 'a'), sender.secretOf(1, 'b'), sender.secretOf(2, 'a')]
  expect(new Set(secrets).size).toBe(3)
  expect(createWebhookSender({ keys }).secretOf(1, 'a')).toBe(secrets[0])
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})

test.for([
  ...['http://shop.example/hook', 'https://localhost/hook', 'https://printer/hook', 'https://db.localhost/', 'https://shop.example:5432/hook'],
  ...['https://127.0.0.1/', 'http://127.0.0.1:5432/', 'https://10.0.0.1/hook', 'https://169.254.169.254/latest', 'https://[::1]/', 'https://[fd00::1]/'],
  ...['https://0x7f000001/', 'https://2130706433/', 'ftp://shop.example/', 'nothing', ''],
])('no webhook is sent to “%s”', async (url) => {
  expect(sender.maySend(url)).toBe(false)
  const answer = await sender.send({ tenant_id: 1, webhook_id: 'a', url, id: 'one', body: '{}' }, new Date())
  expect(answer).toMatchObject({ status: null, error: 'FORBIDDEN_ADDRESS' })
})

test.for(['https://shop.example/hook?key=1', 'https://93.184.216.34/hook', 'https://[2606:4700::1111]/hook'])('webhooks may be sent to %s', (url) => {
  expect(sender.maySend(url)).toBe(true)
})
