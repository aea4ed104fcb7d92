// PINs sent to a customer: what the message contains, who gets it, and who may send it.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { PINS_BY_SMS } from '../../../../contract/till/sendings.ts'
import type { Mail } from '../../../kit/post.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { type PinsSendInput, sendingShop, somebody, words } from '../../../test/pin-messages.ts'
import { practice } from '../../../test/practice.ts'
import { isWhole } from '../../messages/messages/messages.ts'
import { linesOf } from './sendings.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const { w, shop, refusing, key, sold, send, copiesOf, deliver, arrivedAt } = await sendingShop()

const rowsOfSale = (sale_id: string) =>
  rowsOf<{ consent: number; consent_language: string; reason: string; copy: number; kind: string; username: string }>(
    w,
    `select p.consent, p.consent_language, r.reason, r.copy::int, r.kind, u.username from pin_sendings p
       join reveals r on r.tenant_id = 1 and r.id = p.reveal_id join users u on u.tenant_id = 1 and u.id = p.user_id
      where p.tenant_id = 1 and p.sale_id = $1 order by r.copy`,
    [sale_id],
  )
const auditOf = (sale_id: string) =>
  rowsOf<{ action: string; after: object; reason: string }>(w, 'select action, after, reason from audit where tenant_id = 1 and subject_id = $1', [sale_id])

describe('PINs sent to a customer', () => {
  test('go by mail with the card’s name and instructions; one showing is recorded, with the consent text that the customer accepted', async () => {
    const { sale_id, pins, product_name } = await sold(2)
    const email = somebody()
    expect(await send([sale_id], { email })).toMatchObject({ recipient: email })
    expect(await rowsOfSale(sale_id)).toEqual([{ ...words, reason: '', copy: 1, kind: 'reprint', username: 'kiosque' }])
    expect(await copiesOf(sale_id)).toBe(1)
    expect(await auditOf(sale_id)).toMatchObject([{ action: 'pinsSend', after: { consent: '1 fr' } }])
    await deliver()
    const [letter, ...more] = arrivedAt(email)
    expect(more).toEqual([])
    for (const said of [`${product_name} 1,00 EUR`, ...pins]) expect(letter?.text).toContain(said)
    expect((letter as Mail).subject).not.toContain(pins[0])
  })

  test('go as a text message, however the number is typed; after that the sale shows the number’s last digits and whether the message was sent', async () => {
    const { sale_id, pins } = await sold()
    expect(await send([sale_id], { mobile_number: '06 12 34 56 78' })).toMatchObject({ recipient: '+33612345678' })
    const seen = async () => (await shop.calls.pinSendings({ sale_ids: [sale_id] })).sendings
    expect(await seen()).toMatchObject([{ channel: 'sms', recipient: '•••• 78', state: 'waiting', username: 'kiosque' }])
    await deliver()
    expect(arrivedAt('+33612345678').at(-1)?.text).toContain(pins[0])
    expect(await seen()).toMatchObject([{ state: 'sent', sent_at: expect.any(String) }])
    expect((await shop.calls.saleDetails({ sale_id })).showings.map(({ kind }) => kind)).toEqual(['sold', 'message'])
  })

  test('for several sales go in one message, and a showing is counted for each sale', async () => {
    const [one, two] = [await sold(), await sold()]
    const email = somebody()
    await send([one.sale_id, two.sale_id], { email })
    await deliver()
    expect(arrivedAt(email)).toHaveLength(1)
    for (const { pins, sale_id } of [one, two]) {
      expect(arrivedAt(email)[0]?.text).toContain(pins[0])
      expect(await copiesOf(sale_id)).toBe(1)
    }
    expect((await shop.calls.pinSendings({ sale_ids: [one.sale_id, two.sale_id] })).sendings).toHaveLength(1)
  })

  test('requested several times under one key, even simultaneously, are sent once; nothing else can be sent under the key', async () => {
    const { sale_id } = await sold()
    const other = await sold()
    const email = somebody()
    const asked = { transaction_key: await key(), email }
    await Promise.all([send([sale_id], asked), send([sale_id], asked), send([sale_id], asked)])
    await send([sale_id], asked)
    await deliver()
    expect(arrivedAt(email)).toHaveLength(1)
    expect([await copiesOf(sale_id), (await auditOf(sale_id)).length]).toEqual([1, 1])
    await expect(send([sale_id], { ...asked, email: somebody() })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(send([other.sale_id], asked)).rejects.toMatchObject({ code: 'key_reused' })
    await expect(send([sale_id], { email, transaction_key: await key(await w.signIn('gare')) })).rejects.toMatchObject({ code: 'key_invalid' })
    // Control: with another key another message is sent.
    await send([sale_id], { email })
    await deliver()
    expect(arrivedAt(email)).toHaveLength(2)
  })

  test('and refused by the recipient’s mail server can be sent elsewhere, and the sale shows both messages', async () => {
    const { sale_id } = await sold()
    const [wrong, right] = [somebody(), somebody()]
    refusing.add(wrong)
    await send([sale_id], { email: wrong })
    await deliver()
    await send([sale_id], { email: right })
    await deliver()
    const { sendings } = await shop.calls.pinSendings({ sale_ids: [sale_id] })
    expect(sendings.map(({ state, error }) => [state, error])).toEqual([
      ['sent', ''],
      ['failed', 'recipient_refused'],
    ])
    expect((await rowsOfSale(sale_id)).map(({ copy }) => copy)).toEqual([1, 2])
  })
})

describe('sending PINs again', () => {
  test('requires a reason after ten minutes, and a manager after a day, as a reprint does', async () => {
    const { username } = await addAccount(w, 'kiosque', { flags: ['has_cash_card'] })
    const clerk = await w.signIn(username)
    const { sale_id } = await sold(1, clerk)
    const email = somebody()
    w.clock.advance(11 * MINUTE)
    expect(await clerk.calls.pinSendings({ sale_ids: [sale_id] })).toMatchObject({ asks: 'reason_needed' })
    await expect(send([sale_id], { email }, clerk)).rejects.toMatchObject({ code: 'reprint_refused', detail: { why: 'reason_needed' } })
    expect(await copiesOf(sale_id)).toBe(0)
    await send([sale_id], { email, reason: 'lost it' }, clerk)
    expect(await rowsOfSale(sale_id)).toMatchObject([{ reason: 'lost it', username }])
    expect(await auditOf(sale_id)).toMatchObject([{ reason: 'lost it' }])
    w.clock.advance(DAY)
    const [later, manager] = [await w.signIn(username), await w.signIn('kiosque')]
    await expect(send([sale_id], { email, reason: 'lost it' }, later)).rejects.toMatchObject({ detail: { why: 'manager_needed' } })
    expect(await send([sale_id], { email, reason: 'lost it' }, manager)).toMatchObject({ recipient: email })
    Object.assign(shop, manager)
  })
})

describe('sendings that are refused', () => {
  test('are those with PINs of another shop, even together with one’s own PINs; the other shop’s sendings cannot be read either', async () => {
    const { sale_id } = await sold()
    const gare = await w.signIn('gare')
    await giveWallet(w, gare.customer_id, 1_000 * EURO)
    const own = await sold(1, gare)
    for (const sale_ids of [[sale_id], [own.sale_id, sale_id]]) {
      await expect(send(sale_ids, { email: somebody() }, gare)).rejects.toMatchObject({ code: 'not_found' })
      await expect(gare.calls.pinSendings({ sale_ids })).rejects.toMatchObject({ code: 'not_found' })
    }
    expect([await copiesOf(sale_id), await copiesOf(own.sale_id)]).toEqual([0, 0])
    // Control: gare can send the PINs of its own sale.
    expect(await send([own.sale_id], { email: somebody() }, gare)).toBeDefined()
  })

  test('are those of claimed PINs, unless the claim was rejected', async () => {
    const { sale_id } = await sold()
    await shop.calls.reclaimSubmit({ sale_id, reason: 'not_working' })
    await expect(send([sale_id], { email: somebody() })).rejects.toMatchObject({ code: 'pins_not_sent', detail: { why: 'claimed' } })
    expect(await copiesOf(sale_id)).toBe(0)
    await rowsOf(w, `update reclamations set state = 'rejected' where tenant_id = 1 and sale_id = $1`, [sale_id])
    expect(await send([sale_id], { email: somebody() }), 'control').toBeDefined()
  })

  test('are those with more PINs than a text message can hold, an invalid number, no recipient or two recipients', async () => {
    const { sale_id } = await sold(PINS_BY_SMS + 1)
    await expect(send([sale_id], { mobile_number: '0612345678' })).rejects.toMatchObject({ code: 'amount_out_of_range', detail: { highest: PINS_BY_SMS } })
    expect(await send([sale_id], { email: somebody() }), 'control: by mail they go').toBeDefined()
    const wrong: [PinsSendInput, string, string][] = [
      [{ mobile_number: '+33 123' }, 'mobile_number', 'not_a_phone_number'],
      [{}, 'mobile_number', 'required'],
      [{ email: somebody(), mobile_number: '0612345678' }, 'email', 'invalid_value'],
    ]
    for (const [asked, field, code] of wrong) await expect(send([sale_id], asked)).rejects.toMatchObject({ problems: [{ field, code }] })
  })

  test('are those in practice mode or after signing out', async () => {
    const { sale_id } = await sold()
    const practising = await practice(w, 'kiosque')
    await expect(send([sale_id], { email: somebody() }, practising)).rejects.toMatchObject({ code: 'training_only' })
    const gone = await w.signIn('kiosque')
    const transaction_key = await key(gone)
    await rowsOf(w, 'update sessions set ended_at = now() where tenant_id = 1 and id = $1', [gone.session_id])
    await expect(send([sale_id], { email: somebody(), transaction_key }, gone)).rejects.toMatchObject({ code: 'signed_out' })
    expect(await copiesOf(sale_id)).toBe(0)
  })
})

describe('a message with PINs', () => {
  const card = { product_name: 'Lycamobile', value: 10 * EURO, pins: [{ pin_id: '1', pin: '1234567890123456', serial: 'S', batch: 'B', expires_on: null }] }

  test('by mail contains the instructions in whole lines; by text message only short instructions', () => {
    const long = Array.from({ length: 60 }, (_, i) => `mot${i}`).join(' ')
    const [name, pin, ...told] = linesOf([{ ...card, instructions: long }], 'email')
    expect([name, pin]).toEqual(['Lycamobile 10,00 EUR', '1234567890123456'])
    expect(told.join(' ')).toBe(long)
    expect(told.every(isWhole)).toBe(true)
    expect(linesOf([{ ...card, instructions: long }], 'sms')).toEqual([name, pin])
    expect(linesOf([{ ...card, instructions: '*111*PIN#' }], 'sms')).toEqual([name, pin, '*111*PIN#'])
  })

  test('contains only PINs that arrive unchanged: isWhole refuses a text with double blanks or a link', () => {
    expect([isWhole('1234 5678'), isWhole('1234  5678'), isWhole('https://gift.example/x')]).toEqual([true, false, false])
  })
})
