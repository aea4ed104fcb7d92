// The slip of a top-up, by text message and by mail: what it contains, who gets it, and how often it may be sent.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Flag } from '../../../../contract/kit/access.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { SLIPS_MAX, steps } from '../../../../contract/till/top-ups.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { askedBy, numberOf, productsFor, SINGAPORE, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld } from '../../../test/world.ts'
import { putMessage, slipsSent } from '../../messages/messages/messages.ts'

const MINUTE = 60_000

const w = await fileWorld()
const { sim, pass } = await topUpsThere(w)
const shop = await w.signIn('kiosque')
const other = await w.signIn('gare')
await giveWallet(w, shop.customer_id, 10_000 * EURO)
const [product] = (await productsFor(shop)).filter(({ arrives: { from, to }, promotions }) => from === to && promotions.length === 0)

beforeEach(async () => {
  pass(61 * MINUTE)
  sim.control('reset', {})
  for (const person of [shop, other]) Object.assign(person, await w.signIn(person === shop ? 'kiosque' : 'gare'))
})

async function send(ending = '100') {
  const asked = await askedBy(shop, { configuration_id: product?.configuration_id ?? '', mobile_number: numberOf(ending), once_more: true })
  return (await shop.calls.dtOne(asked)).top_up?.top_up_id ?? ''
}
async function sent() {
  const top_up_id = await send()
  pass(3_000)
  const { top_up } = await shop.calls.dtOne({ configuration: steps.status, top_up_id })
  if (top_up?.state !== 'successful') throw new Error('not sent')
  return { ...top_up, sale_id: top_up.sale_id ?? '' }
}
const somebody = () => `${newId()}@example.test`
const auditOf = (sale_id: string) =>
  rowsOf<{ action: string; after: object }>(w, 'select action, after from audit where tenant_id = 1 and subject_id = $1', [sale_id])

describe('the slip of a top-up', () => {
  test('goes by mail in the shop’s language, with the arrived amount, the number’s last digits, the price, the time and the sale', async () => {
    const { top_up_id, sale_id } = await sent()
    const email = somebody()
    expect(await shop.calls.slipSend({ top_up_id, email })).toMatchObject({ recipient: email })
    const [letter, ...more] = await lettersTo(w, email)
    expect(more).toEqual([])
    expect(letter).toMatchObject({ kind: 'slip', channel: 'email', language: 'fr' })
    const price = `${((product?.value ?? 0) / EURO).toFixed(2).replace('.', ',')} EUR`
    for (const said of [SINGAPORE, '***100', 'Arrivé\u202f: 4.00 SGD', `Prix\u202f: ${price}`, `Transaction\u202f: ${sale_id}`])
      expect(letter?.text).toContain(said)
    expect(letter?.text).toMatch(/Heure\u202f: \d\d\.\d\d\.\d{4} \d\d:\d\d\n/)
    expect(letter?.text).not.toContain('95123100')
  })

  test('goes as one text message to any number, in any spelling, and the log has only the number’s last digits', async () => {
    const { top_up_id, sale_id } = await sent()
    expect(await shop.calls.slipSend({ top_up_id, mobile_number: '0065 9512 3100' })).toMatchObject({ recipient: numberOf('100') })
    const letters = await lettersTo(w, numberOf('100'))
    expect(letters.filter(({ text }) => text.includes(sale_id))).toMatchObject([{ channel: 'sms', text: expect.stringContaining('***100') }])
    expect(await auditOf(sale_id)).toMatchObject([{ action: 'slipSend', after: { mobile: '•••• 00' } }])
    expect(await shop.calls.slipSend({ top_up_id, mobile_number: '06 12 34 56 78' }), 'in the shop’s country').toMatchObject({ recipient: '+33612345678' })
  })

  test('requested again within two minutes, even simultaneously, is not sent again; later it is sent again, up to three times for a sale', async () => {
    const { top_up_id, sale_id } = await sent()
    const email = somebody()
    const again = () => shop.calls.slipSend({ top_up_id, email })
    await Promise.all([again(), again(), again()])
    await again()
    expect(await lettersTo(w, email)).toHaveLength(1)
    expect(await auditOf(sale_id)).toHaveLength(1)
    for (let n = 1; n < SLIPS_MAX; n++) {
      pass(2 * MINUTE + 1_000)
      await again()
      expect(await lettersTo(w, email)).toHaveLength(n + 1)
    }
    expect(await again(), 'the third once more is no fourth').toMatchObject({ recipient: email })
    await expect(shop.calls.slipSend({ top_up_id, email: somebody() })).rejects.toMatchObject({ code: 'too_many_requests' })
    await rowsOf(w, 'update messages set sale_id = null where tenant_id = 1 and recipient = $1', [email])
    expect(await again(), 'control: what no longer counts as a slip stops nothing').toMatchObject({ recipient: email })
    expect(await lettersTo(w, email)).toHaveLength(SLIPS_MAX + 1)
  })

  test('is counted before the next one is written, even if two are requested at the same time; control: without the lock neither counts the other', async () => {
    async function atOnce(isLocked: boolean) {
      const [sale_id, recipient] = [newId(), somebody()]
      const long_ago = new Date(w.clock.now().getTime() - MINUTE)
      const organisation_id = shop.customer_id
      const asked = { sale_id, channel: 'email', recipient, same_since: long_ago, shop_since: long_ago } as const
      const data = { goods: 'A', number: '***100', arrived: '4.00 SGD', price: '3,00 EUR', at: '', order: sale_id }
      const seen: number[] = []
      let go = () => {}
      const met = new Promise<void>((done) => {
        go = done
      })
      const one = () =>
        w.db.write(1, async (q) => {
          const past: typeof q = { query: (text, values) => (isLocked || !String(text).includes('advisory') ? q.query(text, values) : Promise.resolve([])) }
          const { of_sale } = await slipsSent(past, { tenant_id: 1, organisation_id }, asked)
          seen.push(of_sale)
          // Without the lock, both requests count before either of them writes, so the test lets both continue here.
          if (isLocked || seen.length === 2) go()
          await met
          await putMessage(q, w.services, { kind: 'slip', channel: 'email', recipient, language: 'fr', organisation_id, data, sale_id })
        })
      await Promise.all([one(), one()])
      return seen.sort()
    }
    expect([await atOnce(true), await atOnce(false)]).toEqual([
      [0, 1],
      [0, 0],
    ])
  })

  test('is refused if it is the sixty-first that a shop sends in an hour', async () => {
    const [{ top_up_id, sale_id }, { top_up_id: next }] = [await sent(), await sent()]
    await shop.calls.slipSend({ top_up_id, email: somebody() })
    const many = `insert into messages (tenant_id, id, organisation_id, channel, kind, recipient, recipient_search, language, subject, state, next_try_at, created_at, sale_id)
      select tenant_id, gen_random_uuid(), organisation_id, channel, kind, 'many', 'many', language, subject, 'sent', next_try_at, created_at, gen_random_uuid()
        from messages, generate_series(1, 59) where tenant_id = 1 and sale_id = $1`
    await rowsOf(w, many, [sale_id])
    const email = somebody()
    await expect(shop.calls.slipSend({ top_up_id: next, email })).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await lettersTo(w, email)).toEqual([])
    // Control: an hour later the slip is sent, so it was refused because of the hourly limit.
    await rowsOf(w, `update messages set created_at = created_at - interval '1 hour' where tenant_id = 1 and recipient = 'many'`)
    expect(await shop.calls.slipSend({ top_up_id: next, email })).toMatchObject({ recipient: email })
  })
})

describe('slips of top-ups that are not sent', () => {
  test('are those of another shop and of unfinished or failed top-ups', async () => {
    const { top_up_id } = await sent()
    const email = somebody()
    await expect(other.calls.slipSend({ top_up_id, email })).rejects.toMatchObject({ code: 'not_found' })
    await expect(shop.calls.slipSend({ top_up_id: await send('200'), email })).rejects.toMatchObject({ code: 'in_progress' })
    const failed = await send('102')
    pass(3_000)
    await shop.calls.dtOne({ configuration: steps.status, top_up_id: failed })
    await expect(shop.calls.slipSend({ top_up_id: failed, email })).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure: 'number' } })
    expect(await lettersTo(w, email)).toEqual([])
    // Control: the shop can send the slip of its own successful top-up.
    await shop.calls.slipSend({ top_up_id, email })
    expect(await lettersTo(w, email)).toHaveLength(1)
  })

  test('are those of goods that the user may not sell', async () => {
    const { top_up_id } = await sent()
    await rowsOf(w, `update organisations set flags = flags || '{has_dt_one,has_direct_recharge}' where tenant_id = 1 and id = $1`, [shop.customer_id])
    const clerk = async (flag: Flag) => w.signIn((await addAccount(w, 'kiosque', { flags: [flag] })).username)
    const email = somebody()
    await expect((await clerk('has_direct_recharge')).calls.slipSend({ top_up_id, email })).rejects.toMatchObject({ code: 'not_found' })
    await expect((await clerk('has_cash_card')).calls.slipSend({ top_up_id, email })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await (await clerk('has_dt_one')).calls.slipSend({ top_up_id, email }), 'control').toMatchObject({ recipient: email })
  })

  test('are those to an invalid number, without a recipient, or with two recipients', async () => {
    const { top_up_id } = await sent()
    const wrong: [object, string, string][] = [
      [{ mobile_number: '+33 123' }, 'mobile_number', 'not_a_phone_number'],
      [{}, 'mobile_number', 'required'],
      [{ email: somebody(), mobile_number: numberOf('100') }, 'email', 'invalid_value'],
    ]
    for (const [to, field, code] of wrong) await expect(shop.calls.slipSend({ top_up_id, ...to })).rejects.toMatchObject({ problems: [{ field, code }] })
  })
})
