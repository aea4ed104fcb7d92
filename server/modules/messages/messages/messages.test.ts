// Messages are written when something happens, and kept for the platform to read if no service can send them.
import { describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { fileWorld } from '../../../test/world.ts'
import { type Message, putMessage } from './messages.ts'

const w = await fileWorld()

const platform = () => w.signIn('platform', { host: 'platform.localhost' })

async function write(more: Partial<Message> = {}, tenant_id = 1, of = 'kiosque') {
  const recipient = `${newId()}@example.test`
  const organisation_id = await organisationId(w, of, tenant_id)
  const message = { kind: 'login_code', channel: 'email', recipient, language: 'fr', organisation_id, data: { code: '123456' }, ...more } as Message
  await w.db.write(tenant_id, (q) => putMessage(q, w.services, message))
  return message.recipient
}

describe('a message', () => {
  test('is written in its reader’s language, in the name of the nearest reseller with a host name, with the phone number of the nearest support contact', async () => {
    const recipient = await write({ language: 'de' })
    const [letter] = await lettersTo(w, recipient)
    expect(letter).toMatchObject({ subject: 'Comptoir Nord: Ihr Anmeldecode', state: 'kept', language: 'de' })
    expect(letter?.text).toMatch(/\n123456\n/)
    const [{ phone } = { phone: '' }] = await rowsOf<{ phone: string }>(
      w,
      `select support_phone as phone from organisations where tenant_id = 1 and name = 'Comptoir Nord'`,
    )
    expect(letter?.text).toContain(phone)
  })

  test('is sealed for its own id: nobody can read its text in the database, or unseal it under another id', async () => {
    const recipient = await write({ data: { code: '987654' } })
    const [row] = await rowsOf<{ body: Buffer; text: string }>(w, 'select body, m::text as text from messages m where tenant_id = 1 and recipient = $1', [
      recipient,
    ])
    expect(row?.text).not.toContain('987654')
    expect(row?.body.toString('latin1')).not.toContain('987654')
    expect(() => w.services.keys.unseal(`message ${newId()}`, row?.body ?? Buffer.alloc(0))).toThrow()
  })

  test('is not stored if the transaction that writes it fails', async () => {
    const organisation_id = await organisationId(w, 'kiosque')
    const recipient = `${newId()}@example.test`
    const failing = w.db.write(1, async (q) => {
      await putMessage(q, w.services, { kind: 'login_code', channel: 'email', recipient, language: 'fr', organisation_id, data: { code: '1' } })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await lettersTo(w, recipient)).toEqual([])
  })

  test('goes to one recipient only, even if the mail address contains another header line', async () => {
    const recipient = `${newId()}@example.test\r\nBcc: all@example.test`
    await write({ recipient })
    const [row] = await rowsOf<{ recipient: string }>(w, 'select recipient from messages where tenant_id = 1 order by id desc limit 1')
    expect(row?.recipient).not.toMatch(/[\r\n]/)
  })
})

describe('the platform', () => {
  test('lists the messages of the tenant it views and of its own users, newest first, without their texts', async () => {
    const [theirs, own] = [await write(), await write({}, 0, 'platform')]
    await write({}, 2, 'rhein')
    const me = await platform()
    const { content, filters, sends_email, sends_sms } = await me.calls.messagesList({ limit: 2 })
    expect(content.map(({ recipient }) => recipient)).toEqual([own, theirs])
    expect(content[0]).toMatchObject({ state: 'kept', kind: 'login_code', channel: 'email', organisation_name: 'Prepaid Platform' })
    expect([sends_email, sends_sms]).toEqual([false, false])
    expect(filters.total_count).toBeGreaterThan(1)
    expect(JSON.stringify(content)).not.toContain('123456')
    const second = await me.calls.messagesList({ limit: 1, page: 1 })
    expect(second.content.map(({ recipient }) => recipient)).toEqual([theirs])
  })

  test('finds a message by its recipient, state and channel', async () => {
    const recipient = await write()
    const me = await platform()
    const asked = { search_text: recipient.slice(0, 36) }
    expect((await me.calls.messagesList(asked)).filters.total_count).toBe(1)
    expect((await me.calls.messagesList({ ...asked, filters: { state: 'kept', channel: 'email' } })).filters.total_count).toBe(1)
    expect((await me.calls.messagesList({ ...asked, filters: { channel: 'sms' } })).filters.total_count).toBe(0)
    expect((await me.calls.messagesList({ search_text: '%' })).filters.total_count).toBe(0)
  })

  test('reads a message that no service can send; reading is logged, without the recipient’s address and the text', async () => {
    const recipient = await write({ data: { code: '246810' } })
    const me = await platform()
    const [row] = (await me.calls.messagesList({ search_text: recipient })).content
    const message_id = row?.message_id ?? ''
    expect((await me.calls.messageRead({ message_id })).text).toContain('246810')
    const [written] = await rowsOf<Record<string, string>>(w, 'select * from audit where tenant_id = 1 and subject_id = $1', [message_id])
    expect(written).toMatchObject({ action: 'messageRead', username: 'platform', subject_kind: 'message' })
    expect(JSON.stringify(written)).not.toContain(recipient)
    expect(JSON.stringify(written)).not.toContain('246810')
  })

  test('cannot read a message that is being sent', async () => {
    const recipient = await write()
    await rowsOf(w, `update messages set state = 'waiting' where tenant_id = 1 and recipient = $1`, [recipient])
    const me = await platform()
    const [row] = (await me.calls.messagesList({ search_text: recipient })).content
    expect((await me.calls.messageRead({ message_id: row?.message_id ?? '' })).text).toBe('')
  })

  test('cannot find a message of a tenant it does not view', async () => {
    const recipient = await write({}, 2, 'rhein')
    const [{ message_id } = { message_id: '' }] = await lettersTo(w, recipient, 2)
    await expect((await platform()).calls.messageRead({ message_id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  test('is the only reader of messages: resellers, shops and its own support staff may not read them', async () => {
    for (const [username, host] of [
      ['nord', undefined],
      ['kiosque', undefined],
      ['support', 'platform.localhost'],
    ] as const) {
      const me = await w.signIn(username, host ? { host } : {})
      await expect(me.calls.messagesList({})).rejects.toMatchObject({ status: 403 })
    }
  })
})
