// Mail on its way to a real SMTP server, and what happens when sending fails.
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Instant } from '../../../../contract/kit/field.ts'
import { newId } from '../../../kit/ids.ts'
import { createMailer } from '../../../kit/mailer.ts'
import { type Mailer, SendFailure } from '../../../kit/post.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { ATTEMPTS_MAX, sendWaiting } from './deliver.ts'
import { messageJobs, putMessage } from './messages.ts'

const MINUTE = 60_000

/**
 * `inbox`: the mails that the SMTP server of this test accepted, by recipient. `refusals`: the recipients that it refuses, each with the status of the
 * refusal.
 */
const inbox = new Map<string, string[]>()
const refusals = new Map<string, number>()
const smtp = new SMTPServer({
  ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
  onRcptTo: ({ address }, _, done) => {
    const code = refusals.get(address)
    done(code ? Object.assign(new Error(`no ${address} here`), { responseCode: code }) : null)
  },
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      for (const { address } of session.envelope.rcptTo) inbox.set(address, [...(inbox.get(address) ?? []), Buffer.concat(chunks).toString()])
      done()
    })
  },
})

smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const address = smtp.server.address()
const mailer = createMailer({ url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, from: 'portal@example.test' })
const w = await fileWorld({ post: { linkOrigin: 'https://{host}', email: mailer, sms: null } })
afterAll(async () => {
  mailer?.close()
  await new Promise<void>((done) => smtp.close(done))
})
beforeEach(() => rowsOf(w, `update messages set state = 'failed', body = null where tenant_id = 1 and state = 'waiting'`))

const send = (world = w) => sendWaiting(world.services, 1)

type Row = { state: string; attempts: number; error: string; body: Buffer | null; sent_at: Instant | null; next_try_at: Instant }
const rowOf = async (recipient: string) =>
  (await rowsOf<Row>(w, 'select state, attempts, error, body, sent_at, next_try_at from messages where tenant_id = 1 and recipient = $1', [recipient]))[0]

/** Writes a registration mail, because that kind is still useful days later. */
async function mail(recipient = `${newId()}@example.test`, services = w.services) {
  const organisation_id = await organisationId(w, 'kiosque')
  const data = { name: 'Zoé Müller', path: '/registration/set-password/x.y' }
  await w.db.write(1, (q) => putMessage(q, services, { kind: 'registration', channel: 'email', recipient, language: 'fr', organisation_id, data }))
  return recipient
}

describe('a mail', () => {
  test('reaches its recipient in the reseller’s name, as text and as HTML, and the stored text is deleted', async () => {
    const recipient = await mail()
    expect(await rowOf(recipient)).toMatchObject({ state: 'waiting', attempts: 0 })
    await send()
    const [letter = ''] = inbox.get(recipient) ?? []
    expect(letter).toMatch(/^From: Comptoir Nord <portal@example\.test>\r$/m)
    expect(letter).toMatch(new RegExp(`^To: ${recipient}\r$`, 'm'))
    expect(letter).toMatch(/^Auto-Submitted: auto-generated\r$/im)
    expect(letter).toContain('Content-Type: text/plain')
    expect(letter).toContain('Content-Type: text/html')
    expect(await rowOf(recipient)).toMatchObject({ state: 'sent', attempts: 1, error: '', body: null, sent_at: expect.stringMatching(/Z$/) })
  })

  test('is sent once, however many servers try to send it at the same time', async () => {
    const recipients = await Promise.all(Array.from({ length: 12 }, () => mail()))
    await Promise.all([send(), send(), send()])
    for (const recipient of recipients) expect(inbox.get(recipient)).toHaveLength(1)
  })

  test('is sent again after its claim expired, if the sending server died', async () => {
    const recipient = await mail()
    await rowsOf(w, `update messages set attempts = 1, next_try_at = $2 where tenant_id = 1 and recipient = $1`, [
      recipient,
      new Date(w.clock.now().getTime() + 5 * MINUTE),
    ])
    await send()
    expect(inbox.get(recipient)).toBeUndefined()
    w.clock.advance(5 * MINUTE + 1_000)
    await send()
    expect(inbox.get(recipient)).toHaveLength(1)
    expect(await rowOf(recipient)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('that the mail server refuses temporarily is tried again after growing pauses, and given up after eight tries', async () => {
    const recipient = await mail()
    refusals.set(recipient, 451)
    const gaps: number[] = []
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      await send()
      const row = await rowOf(recipient)
      expect(row).toMatchObject({ attempts: attempt, error: '451', state: attempt < ATTEMPTS_MAX ? 'waiting' : 'failed' })
      const gap = Date.parse(row?.next_try_at ?? '') - w.clock.now().getTime()
      if (attempt < ATTEMPTS_MAX) gaps.push(Math.round(gap / MINUTE))
      w.clock.advance(gap + 1_000)
    }
    expect(gaps).toEqual([1, 2, 4, 8, 16, 32, 64])
    expect((await rowOf(recipient))?.body).toBeNull()
  })

  test('that the mail server refuses at first and then accepts arrives once', async () => {
    const recipient = await mail()
    refusals.set(recipient, 450)
    await send()
    refusals.delete(recipient)
    await send()
    expect(inbox.get(recipient)).toBeUndefined()
    w.clock.advance(MINUTE + 1_000)
    await send()
    expect(inbox.get(recipient)).toHaveLength(1)
  })

  test('that the mail server refuses permanently is not tried again', async () => {
    const recipient = await mail()
    refusals.set(recipient, 550)
    await send()
    expect(await rowOf(recipient)).toMatchObject({ state: 'failed', error: '550', body: null })
  })

  test('waits with its text if the mail server cannot be reached', async () => {
    const recipient = await mail()
    const away = createMailer({ url: 'smtp://127.0.0.1:1', from: 'portal@example.test' })
    await sendWaiting({ ...w.services, post: { ...w.services.post, email: away } }, 1)
    away?.close()
    expect(await rowOf(recipient)).toMatchObject({ state: 'waiting', error: 'ESOCKET', body: expect.any(Buffer) })
  })

  test('waits while the mail server cannot be reached: three mails are tried, half a minute later three again; then all arrive', async () => {
    const recipients = await Promise.all(Array.from({ length: 8 }, () => mail()))
    let asked = 0
    const broken = async () => {
      asked++
      throw new SendFailure('ECONNREFUSED', 'away')
    }
    const { send_messages } = messageJobs({ ...w.services, post: { ...w.services.post, email: { send: broken, close: () => undefined } } })
    for (let i = 0; i < 3; i++) await send_messages?.work({ tenant_id: 1 })
    expect(asked).toBe(3)
    w.clock.advance(MINUTE / 2 + 1_000)
    await send_messages?.work({ tenant_id: 1 })
    expect(asked).toBe(6)
    w.clock.advance(5 * MINUTE)
    await send()
    for (const recipient of recipients) expect(inbox.get(recipient)).toHaveLength(1)
  })

  test('is sent unencrypted only to a mail server on this machine', async () => {
    const address = smtp.server.address()
    const elsewhere = createMailer({ url: `smtp://0.0.0.0:${typeof address === 'object' ? address?.port : 0}`, from: 'portal@example.test' })
    const letter = { id: newId(), from: 'x', recipient: 'clear@example.test', subject: 's', text: 't', html: 'h', language: 'en', files: [] }
    await expect(elsewhere?.send(letter)).rejects.toMatchObject({ outlook: 'away' })
    elsewhere?.close()
    expect(inbox.get('clear@example.test')).toBeUndefined()
  })
})

describe('sending messages', () => {
  test('is enqueued as a job right after the request that wrote the message', async () => {
    // This test has its own list of jobs, because jobs that earlier tests enqueued may still arrive in the common list.
    const enqueued: typeof w.enqueued = []
    await mail(undefined, { ...w.services, jobs: { enqueue: async (name, payload) => void enqueued.push({ name, payload }) } })
    await expect.poll(() => enqueued).toEqual([{ name: 'send_messages', payload: { tenant_id: 1 } }])
  })

  test('is also done by a job each minute, for every tenant', async () => {
    const recipient = await mail()
    await messageJobs(w.services).send_messages?.work({})
    expect(await rowOf(recipient)).toMatchObject({ state: 'sent' })
  })

  test('keeps messages for the platform to read if no mail service is configured any more', async () => {
    const recipient = await mail()
    await sendWaiting({ ...w.services, post: { ...w.services.post, email: null } }, 1)
    expect(await rowOf(recipient)).toMatchObject({ state: 'kept', body: expect.any(Buffer) })
  })

  test('writes neither recipient nor text to the log', async () => {
    const recipient = await mail()
    refusals.set(recipient, 550)
    await send()
    const all = w.logs.join('\n')
    expect(all).toContain('message not sent')
    expect(all).not.toContain(recipient)
    expect(all).not.toContain('Zoé')
  })

  test('control: sends the same mail more than once if messages are not claimed', async () => {
    const recipient = await mail()
    const blind = { ...w.services, clock: () => new Date(w.clock.now().getTime() + 6 * MINUTE) }
    const slow: Mailer = {
      send: async (letter) => {
        if (letter.recipient === recipient) await sendWaiting(blind, 1)
        await mailer?.send(letter)
      },
      close: () => undefined,
    }
    await sendWaiting({ ...w.services, post: { ...w.services.post, email: slow } }, 1)
    expect(inbox.get(recipient)).toHaveLength(2)
  })
})

test('the text of a message is deleted after a week, and the message with its recipient after ninety days', async () => {
  const recipient = await mail()
  const forget = messageJobs(w.services).forget_messages
  await rowsOf(w, `update messages set state = 'kept' where tenant_id = 1 and recipient = $1`, [recipient])
  await forget?.work({})
  expect((await rowOf(recipient))?.body).toBeInstanceOf(Buffer)
  w.clock.advance(7 * 24 * 60 * MINUTE + MINUTE)
  await forget?.work({})
  expect((await rowOf(recipient))?.body).toBeNull()
  w.clock.advance(83 * 24 * 60 * MINUTE)
  await forget?.work({})
  expect(await rowOf(recipient)).toBeUndefined()
})
