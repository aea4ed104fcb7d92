// The instructions for goods on slips: they are in the customer's language only, and a shop gets them only for goods that can reach it.
import { expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const shop = await w.signIn('kiosque')
const beside = await w.signIn('gare')

test('the texts for slips are in the requested language; goods without a text in that language are left out', async () => {
  const { product_id, configuration_id } = await goods(w, { pins: 1 })
  const { configuration_id: other } = await goods(w, { pins: 1 })
  await nord.calls.productUpdate({ product_id, instructions: { fr: 'Composez le 123', tr: '123’ü arayın' } })
  const asked = { configuration_ids: [configuration_id, other] }
  expect(await shop.calls.slipTexts({ ...asked, language: 'tr' })).toEqual({ content: [{ configuration_id, instructions: '123’ü arayın' }] })
  expect(await shop.calls.slipTexts({ ...asked, language: 'fr' })).toEqual({ content: [{ configuration_id, instructions: 'Composez le 123' }] })
  expect(await shop.calls.slipTexts({ ...asked, language: 'de' })).toEqual({ content: [] })
})

test('a slip text stored before products had texts by language counts as written in its owner’s language', async () => {
  const { product_id, configuration_id } = await goods(w, { pins: 1 })
  await rowsOf(w, `update products set texts = '{}', instructions = 'Composez le 456' where tenant_id = 1 and id = $1`, [product_id])
  const asked = { configuration_ids: [configuration_id] }
  expect(await shop.calls.slipTexts({ ...asked, language: 'fr' })).toEqual({ content: [{ configuration_id, instructions: 'Composez le 456' }] })
  expect(await shop.calls.slipTexts({ ...asked, language: 'nl' })).toEqual({ content: [] })
})

test('the texts for slips leave out goods that other shops own, and contain nothing but what a slip needs', async () => {
  const own = await goods(w, { pins: 1, owner: 'gare' })
  await rowsOf(w, `update products set texts = '{"fr": "Composez le 789"}' where tenant_id = 1 and id = $1`, [own.product_id])
  const asked = { configuration_ids: [own.configuration_id, newId()], language: 'fr' as const }
  expect(await shop.calls.slipTexts(asked)).toEqual({ content: [] })
  // Control: the owner of the goods gets the text.
  expect((await beside.calls.slipTexts(asked)).content).toHaveLength(1)
  const many = Array.from({ length: 31 }, () => newId())
  await expect(shop.calls.slipTexts({ configuration_ids: many, language: 'fr' })).rejects.toThrow('too_big')
})
