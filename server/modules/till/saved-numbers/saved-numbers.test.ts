// A shop's saved numbers: visible to no other shop, ordered by use, limited in number, and never stored in clear.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { SAVED_MAX } from '../../../../contract/till/saved-numbers.ts'
import { steps } from '../../../../contract/till/top-ups.ts'
import { newId } from '../../../kit/ids.ts'
import { recipientIndex } from '../../../suppliers/sealed-order.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { practice } from '../../../test/practice.ts'
import { askedBy, numberOf, productsFor, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld } from '../../../test/world.ts'
import { putSaved, savedAlready } from './saved-numbers.sql.ts'

const w = await fileWorld()
const { pass } = await topUpsThere(w)
const shop = await w.signIn('kiosque')
const other = await w.signIn('gare')
await giveWallet(w, shop.customer_id, 1_000 * EURO)

beforeEach(() => rowsOf(w, 'delete from saved_numbers where tenant_id = 1'))

const keep = (mobile_number: string, name: string, by = shop) => by.calls.savedNumberKeep({ mobile_number, name })
const saved = async (by = shop) => (await by.calls.savedNumbers({})).content

/** Gives the shop n saved numbers: the first is real, the others are copies of the first under random fingerprints. */
async function fill(n: number) {
  const { number_id } = await keep(numberOf('199'), 'the first')
  await rowsOf(
    w,
    `insert into saved_numbers (tenant_id, id, organisation_id, recipient_index, sealed, saved_at)
     select 1, i, organisation_id, uuid_send(i), sealed, saved_at from saved_numbers, lateral (select gen_random_uuid() as i from generate_series(2, $2)) x
      where tenant_id = 1 and id = $1`,
    [number_id, n],
  )
}
const count = async () => (await rowsOf<{ n: number }>(w, 'select count(*)::int as n from saved_numbers where tenant_id = 1'))[0]?.n

describe('a shop with saved telephone numbers', () => {
  test('saves a number in any spelling under a name, renames it, and removes it', async () => {
    const { number_id } = await keep('0065 9512-3100', 'Amina')
    const row = { number_id, name: 'Amina', mobile_number: numberOf('100'), country: 'SG', used_at: null }
    expect(await saved()).toEqual([row])
    expect(await keep('+65 9512 3100', 'Amina (sœur)')).toMatchObject({ number_id })
    expect(await saved()).toEqual([{ ...row, name: 'Amina (sœur)' }])
    await shop.calls.savedNumberForget({ number_id })
    expect(await saved()).toEqual([])
    await expect(shop.calls.savedNumberForget({ number_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('sees the number first that it used last, even if another was saved later; failed top-ups and those of other shops do not count as use', async () => {
    for (const ending of ['100', '102', '110']) await keep(numberOf(ending), `of ${ending}`)
    await keep(numberOf('110'), 'of 110', other)
    const [product] = (await productsFor(shop)).filter(({ arrives: { from, to } }) => from === to)
    const send = async (ending: string) => {
      const asked = await askedBy(shop, { configuration_id: product?.configuration_id ?? '', mobile_number: numberOf(ending) })
      const { top_up } = await shop.calls.dtOne(asked)
      pass(3_000)
      await shop.calls.dtOne({ configuration: steps.status, top_up_id: top_up?.top_up_id ?? '' })
    }
    for (const ending of ['100', '102']) await send(ending)
    expect((await saved()).map(({ name, used_at }) => [name, used_at !== null])).toEqual([
      ['of 100', true],
      ['of 110', false],
      ['of 102', false],
    ])
    await send('110')
    expect((await saved()).map(({ name }) => name)).toEqual(['of 110', 'of 100', 'of 102'])
    expect(await saved(other)).toMatchObject([{ name: 'of 110', used_at: null }])
  })

  test('neither sees nor removes another shop’s numbers', async () => {
    const { number_id } = await keep(numberOf('100'), 'Amina')
    expect(await saved(other)).toEqual([])
    await expect(other.calls.savedNumberForget({ number_id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await saved(), 'control').toHaveLength(1)
  })

  test('cannot save a text that is not a mobile number, or a number whose country is unknown', async () => {
    const refused = { problems: [{ field: 'mobile_number', code: 'not_a_phone_number' }] }
    for (const number of ['+33 123', '9512 3100']) await expect(keep(number, 'x')).rejects.toMatchObject(refused)
    expect(await saved()).toEqual([])
    // Control: the same digits together with their country are saved as a number.
    await shop.calls.savedNumberKeep({ mobile_number: '9512 3100', country: 'SG', name: 'x' })
    expect(await saved()).toMatchObject([{ mobile_number: numberOf('100') }])
  })

  test('cannot change its saved numbers in practice mode', async () => {
    const practising = await practice(w, 'kiosque')
    await expect(keep(numberOf('100'), 'x', practising)).rejects.toMatchObject({ code: 'training_only' })
  })
})

describe('a shop with the maximum number of saved numbers', () => {
  test('cannot save another number, but can rename one of its own; another shop is not affected', async () => {
    await fill(SAVED_MAX)
    await expect(keep(numberOf('100'), 'one more')).rejects.toMatchObject({ code: 'saved_full', detail: { most: SAVED_MAX } })
    await keep(numberOf('199'), 'named anew')
    await keep(numberOf('100'), 'theirs', other)
    expect(await count()).toBe(SAVED_MAX + 1)
  })

  test('keeps to the maximum even if ten numbers are saved at the same time; control: without the lock two are saved where only one may be', async () => {
    await fill(SAVED_MAX - 1)
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        keep(numberOf(`12${i}`), 'at once').then(
          () => 'saved',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes.filter((code) => code === 'saved')).toHaveLength(1)
    expect(await count()).toBe(SAVED_MAX)

    await rowsOf(w, `delete from saved_numbers where tenant_id = 1 and id = (select max(id::text)::uuid from saved_numbers where tenant_id = 1)`)
    const of = { tenant_id: 1, organisation_id: shop.customer_id }
    let [looked, go] = [0, () => {}]
    const both = new Promise<void>((done) => {
      go = done
    })
    const unlocked = (ending: string) =>
      w.db.write(1, async (q) => {
        const recipient_index = recipientIndex(w.services.keys, 1, { number: numberOf(ending) }) ?? Buffer.of()
        const { n } = await savedAlready(q, of, recipient_index)
        if (++looked === 2) go()
        await both
        if (n < SAVED_MAX) await putSaved(q, of, { id: newId(), recipient_index, sealed: Buffer.of(), now: w.clock.now() })
      })
    await Promise.all([unlocked('131'), unlocked('132')])
    expect(await count(), 'control').toBe(SAVED_MAX + 1)
  })
})

test('the database and its log contain no saved number or name in clear; the log has only the last digits', async () => {
  const { number_id } = await keep(numberOf('177'), 'Zacharie Unmistakable')
  await shop.calls.savedNumberForget({ number_id })
  await keep(numberOf('177'), 'Zacharie Unmistakable')
  const texts = await rowsOf<{ text: string; action: string }>(
    w,
    `select encode(sealed, 'escape') as text, '' as action from saved_numbers where tenant_id = 1
      union all select a::text, action from audit a where tenant_id = 1 and subject_kind = 'saved_number'`,
  )
  expect(texts.map(({ action }) => action)).toEqual(expect.arrayContaining(['', 'savedNumberKeep', 'savedNumberForget']))
  for (const { text } of texts) {
    expect(text).not.toContain('95123177')
    expect(text).not.toContain('Zacharie')
  }
  expect(texts.some(({ text }) => text.includes('…177'))).toBe(true)
})
