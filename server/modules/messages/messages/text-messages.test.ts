// Text messages to a gateway that runs in a process of its own, and what happens if the gateway refuses, fails or redirects.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSms } from '../../../kit/sms.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { sendWaiting } from './deliver.ts'
import { putMessage } from './messages.ts'

const MINUTE = 60_000

const simulator = join(import.meta.dirname, '../../../../simulators/sms-gateway.ts')
const gateway = spawn(process.execPath, ['--import', 'tsx', simulator, 'AC_TEST', 'secret'], { stdio: ['ignore', 'pipe', 'inherit'] })
const [line] = await once(gateway.stdout ?? gateway, 'data')
const url = `http://127.0.0.1:${String(line).trim()}`
const sms = createSms({ url, account: 'AC_TEST', token: 'secret', from: '+33700000000' })
const w = await fileWorld({ post: { linkOrigin: 'https://{host}', email: null, sms } })
afterAll(() => void gateway.kill())
beforeEach(() => rowsOf(w, `update messages set state = 'failed', body = null where tenant_id = 1 and state = 'waiting'`))

const send = () => sendWaiting(w.services, 1)
const taken = async () => (await (await fetch(`${url}/messages`)).json()) as { To: string; From: string; Body: string }[]

type Row = { state: string; attempts: number; error: string; body: Buffer | null }
const rowOf = async (recipient: string) =>
  (await rowsOf<Row>(w, 'select state, attempts, error, body from messages where tenant_id = 1 and recipient = $1', [recipient]))[0]

async function text(recipient: string) {
  const organisation_id = await organisationId(w, 'kiosque')
  const data = { code: '123456' }
  await w.db.write(1, (q) => putMessage(q, w.services, { kind: 'login_code', channel: 'sms', recipient, language: 'en', organisation_id, data }))
  return recipient
}
/** A random mobile number with this ending, which tells the simulated gateway what to answer. */
const mobile = (end = '1234') => `06 ${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')} ${end}`

test('a text message reaches the gateway with its number in the gateway’s format', async () => {
  const recipient = await text(mobile())
  await send()
  const dialled = `+33${recipient.replace(/\D/g, '').slice(1)}`
  const [message] = (await taken()).filter(({ To }) => To === dialled)
  expect(message).toMatchObject({ From: '+33700000000', Body: '123456 is your login code for Comptoir Nord. Never tell it to anybody.' })
  expect(await rowOf(recipient)).toMatchObject({ state: 'sent', body: null })
})

test('a text message that the gateway refuses permanently is given up; after any other failure it is tried again', async () => {
  const [wrong, busy, down] = await Promise.all(['0400', '0429', '0500'].map((end) => text(mobile(end))))
  await send()
  expect(await rowOf(wrong ?? '')).toMatchObject({ state: 'failed', error: '400' })
  expect(await rowOf(busy ?? '')).toMatchObject({ state: 'waiting', error: '429' })
  expect(await rowOf(down ?? '')).toMatchObject({ state: 'waiting', error: '500' })
})

test('a text message to an unreliable gateway arrives at the third try', async () => {
  const recipient = await text(mobile('0503'))
  for (const wait of [0, MINUTE, 2 * MINUTE]) {
    w.clock.advance(wait + 1_000)
    await send()
  }
  expect(await rowOf(recipient)).toMatchObject({ state: 'sent', attempts: 3 })
})

test('sending a text message does not follow the gateway’s redirects', async () => {
  const recipient = await text(mobile('0307'))
  await send()
  expect(await rowOf(recipient)).toMatchObject({ state: 'waiting', error: 'no_answer' })
  expect((await taken()).filter(({ To }) => To === 'elsewhere')).toEqual([])
})

test('a text message with an expired code is not sent', async () => {
  const recipient = await text(mobile())
  w.clock.advance(10 * MINUTE + 1_000)
  await send()
  expect(await rowOf(recipient)).toMatchObject({ state: 'failed', error: 'too_late', body: null })
})

test('a text message waits if our credentials at the gateway are wrong, because the error is ours', async () => {
  const recipient = await text(mobile())
  const sms = createSms({ url, account: 'AC_TEST', token: 'wrong', from: '+33700000000' })
  await sendWaiting({ ...w.services, post: { ...w.services.post, sms } }, 1)
  expect(await rowOf(recipient)).toMatchObject({ state: 'waiting', error: '401' })
})
