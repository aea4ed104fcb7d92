// PINs sent to a customer: how many may be sent, who can never read them, and what happens after a restore of the database.
import { describe, expect, test } from 'vitest'
import { sendingsMax } from '../../../../contract/till/sendings.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { sendingShop, somebody } from '../../../test/pin-messages.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { counted, lockSendings } from './sendings.sql.ts'

const MINUTE = 60_000

const { w, shop, sold, send, copiesOf, deliver, arrivedAt } = await sendingShop()

describe('a flood of messages with PINs', () => {
  test('ends after five messages for one sale', async () => {
    const { sale_id } = await sold()
    for (let n = 0; n < sendingsMax.sale; n++) await send([sale_id], { email: somebody() })
    const refused = { code: 'sendings_used_up', detail: { of: 'sale', most: sendingsMax.sale } }
    await expect(send([sale_id], { email: somebody() })).rejects.toMatchObject(refused)
    expect(await copiesOf(sale_id)).toBe(sendingsMax.sale)
  })

  test('is counted message by message, even if two are sent at the same time; control: without the lock neither counts the other', async () => {
    const { sale_id } = await sold()
    await send([sale_id], { email: somebody() })
    const [row] = await rowsOf<{ user_id: string }>(w, 'select * from pin_sendings where tenant_id = 1 and sale_id = $1', [sale_id])
    const actor = { tenant_id: 1, organisation_id: shop.customer_id, user_id: row?.user_id ?? '' }
    async function atOnce(isLocked: boolean) {
      const seen: number[] = []
      let go = () => {}
      const met = new Promise<void>((done) => {
        go = done
      })
      const one = () =>
        w.db.write(1, async (q) => {
          if (isLocked) await lockSendings(q, actor)
          seen.push((await counted(q, actor, [sale_id], new Date(0))).sale)
          // Without the lock, both requests count before either of them writes, so the test lets both continue here.
          if (isLocked || seen.length === 2) go()
          await met
          await q.query(
            `insert into pin_sendings select (jsonb_populate_record(p, jsonb_build_object('key', :key::text))).*
               from pin_sendings p where p.tenant_id = 1 and p.sale_id = :sale_id limit 1`,
            { key: newId(), sale_id },
          )
        })
      await Promise.all([one(), one()])
      return seen.sort()
    }
    expect([await atOnce(true), await atOnce(false)]).toEqual([
      [1, 2],
      [3, 3],
    ])
  })

  test('ends after sixty messages a day for a user and two hundred for a shop; the next day more are allowed', async () => {
    const { sale_id } = await sold()
    const next = await sold()
    await send([sale_id], { email: somebody() })
    const many = (count: number, user: string) =>
      rowsOf(
        w,
        `with m as (
           insert into messages (tenant_id, id, organisation_id, channel, kind, recipient, recipient_search, language, subject, state, next_try_at, created_at)
           select tenant_id, gen_random_uuid(), organisation_id, channel, 'pins', 'many', 'many', language, subject, 'sent', next_try_at, created_at
             from messages, generate_series(1, $2::int)
            where tenant_id = 1 and id = (select message_id from pin_sendings where tenant_id = 1 and sale_id = $1 limit 1)
           returning id)
         insert into pin_sendings (tenant_id, key, sale_id, organisation_id, user_id, message_id, reveal_id, consent, consent_language, created_at)
         select 1, gen_random_uuid(), p.sale_id, p.organisation_id, ${user}, m.id, p.reveal_id, 1, 'fr', p.created_at
           from m, (select * from pin_sendings where tenant_id = 1 and sale_id = $1 limit 1) p`,
        [sale_id, count],
      )
    await many(sendingsMax.person, 'p.user_id')
    await expect(send([next.sale_id], { email: somebody() })).rejects.toMatchObject({ code: 'sendings_used_up', detail: { of: 'person', most: 60 } })
    const clerk = await w.signIn((await addAccount(w, 'kiosque', { flags: ['has_cash_card'] })).username)
    const reason = 'phone was off'
    expect(await send([next.sale_id], { email: somebody(), reason }, clerk), 'control: it is the person').toBeDefined()
    await many(sendingsMax.shop, 'gen_random_uuid()')
    await expect(send([next.sale_id], { email: somebody(), reason }, clerk)).rejects.toMatchObject({
      code: 'sendings_used_up',
      detail: { of: 'shop', most: 200 },
    })
    await rowsOf(w, `update pin_sendings set created_at = created_at - interval '1 day' where tenant_id = 1`)
    expect(await send([next.sale_id], { email: somebody(), reason }, clerk), 'control: it is the day').toBeDefined()
  })
})

describe('the PINs in a message', () => {
  test('cannot be read in logs, jobs or the audit log: they are sealed until the message is sent, and then deleted', async () => {
    const { sale_id, pins } = await sold()
    const [pin = ''] = pins
    const email = somebody()
    await send([sale_id], { email })
    const [letter] = await lettersTo(w, email)
    expect(letter).toMatchObject({ kind: 'pins', state: 'waiting', text: expect.stringContaining(pin) })
    const platform = await w.signIn('platform', { host: 'platform.localhost' })
    expect(await platform.calls.messageRead({ message_id: letter?.message_id ?? '' })).toMatchObject({ text: '' })
    await deliver()
    const told = [w.logs, w.enqueued, await rowsOf(w, 'select * from audit where tenant_id = 1'), await platform.calls.messagesList({ limit: 100 })]
    expect(JSON.stringify(told)).not.toContain(pin)
    expect(await rowsOf(w, 'select body from messages where tenant_id = 1 and recipient = $1', [email])).toEqual([{ body: null }])
  })

  test('cannot be read by the platform if no mail or text message service is configured: they are not stored at all; control: a sign-in code is stored', async () => {
    const alone = w.services.post
    const senders = { email: alone.email, sms: alone.sms }
    const platform = await w.signIn('platform', { host: 'platform.localhost' })
    const [before, after, read] = [somebody(), somebody(), somebody()]
    const { sale_id } = await sold()
    await send([sale_id], { email: before })
    Object.assign(alone, { email: null, sms: null })
    try {
      await deliver()
      await send([sale_id], { email: after })
      const code = {
        kind: 'login_code',
        channel: 'email',
        recipient: read,
        language: 'fr',
        organisation_id: shop.customer_id,
        data: { code: '123456' },
      } as const
      await w.db.write(1, (q) => putMessage(q, w.services, code))
      expect(await shop.calls.pinSendings({ sale_ids: [sale_id] })).toMatchObject({
        ...{ sends_email: false, sends_sms: false },
        sendings: [{ state: 'kept' }, { state: 'kept' }],
      })
    } finally {
      Object.assign(alone, senders)
    }
    expect((await lettersTo(w, read))[0]?.text).toContain('123456')
    for (const recipient of [before, after]) {
      const [letter] = await lettersTo(w, recipient)
      expect(letter).toMatchObject({ state: 'kept', text: '' })
      expect(await platform.calls.messageRead({ message_id: letter?.message_id ?? '' })).toMatchObject({ text: '' })
    }
  })
})

describe('a message with PINs', () => {
  /** Sends a message and simulates a restore of a backup. `isBefore`: the message was sent before the time of the backup. */
  async function restored(isBefore: boolean) {
    const { sale_id } = await sold()
    const email = somebody()
    await send([sale_id], { email })
    const at = new Date(w.clock.now().getTime() + (isBefore ? 1_000 : -MINUTE))
    const id = newId()
    await rowsOf(w, `insert into restores (tenant_id, id, cause, held_at, released_at) values (1, $1, 'restored', $2, $2)`, [id, at])
    try {
      await deliver()
    } finally {
      await rowsOf(w, 'delete from restores where tenant_id = 1 and id = $1', [id])
    }
    return { n: arrivedAt(email).length, of: (await shop.calls.pinSendings({ sale_ids: [sale_id] })).sendings }
  }

  test('that was written before a restore is not sent a second time, and the sale shows this; control: a later message is sent', async () => {
    expect(await restored(true)).toMatchObject({ n: 0, of: [{ state: 'failed', error: 'restored' }] })
    expect(await restored(false)).toMatchObject({ n: 1, of: [{ state: 'sent' }] })
  })

  test('that could not be sent for hours is not sent any more, because nobody expects it', async () => {
    const { sale_id } = await sold()
    const email = somebody()
    await send([sale_id], { email })
    w.clock.advance(4 * 60 * MINUTE)
    await deliver()
    Object.assign(shop, await w.signIn('kiosque'))
    expect((await shop.calls.pinSendings({ sale_ids: [sale_id] })).sendings).toMatchObject([{ state: 'failed', error: 'too_late' }])
    expect(arrivedAt(email)).toEqual([])
  })
})
