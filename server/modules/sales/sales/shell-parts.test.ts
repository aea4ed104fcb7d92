// What the shell shows around every page is one answer, whose parts equal the answers of their own calls.
import { expect, test } from 'vitest'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()

test.each(['nord', 'kiosque', 'nord-stock'])('each part that %s gets in one answer equals the answer of its own call', async (username) => {
  const { calls } = await w.signIn(username)
  const { balance, notices, waiting, start } = await calls.shellParts({ with_start: true })
  expect({ ...balance, as_of: '' }).toEqual({ ...(await calls.balance({})), as_of: '' })
  expect(notices).toEqual(await calls.noticesList({ limit: 1 }))
  expect(waiting).toEqual(await calls.waitingCounts({}))
  expect(start).toEqual(await calls.guidedStart({}))
})

test('the till gets its shift and its coming prices instead of the counts of waiting work', async () => {
  const { calls } = await w.signIn('kiosque')
  const { shift, coming, waiting, balance } = await calls.shellParts({ with_till: true })
  expect([shift, coming]).toEqual([await calls.shiftNow({}), await calls.comingPrices({})])
  expect([waiting, balance]).toEqual([null, expect.anything()])
  const elsewhere = await calls.shellParts({})
  expect([elsewhere.shift, elsewhere.coming, elsewhere.waiting]).toEqual([null, null, expect.anything()])
})

test('the steps to the first sale are read only if they are asked for', async () => {
  const { calls } = await w.signIn('nord')
  expect((await calls.shellParts({})).start).toBeNull()
})

test('a part that cannot be read is null, and all other parts are returned', async () => {
  const { calls } = await w.signIn('nord')
  const { first } = w.services.lists
  w.services.lists.first = (name, ...asked) => (name === 'waitingCounts' ? Promise.reject(new Error('away')) : first(name, ...asked))
  const parts = await calls.shellParts({})
  w.services.lists.first = first
  expect(parts.waiting).toBeNull()
  expect([parts.balance, parts.notices]).toEqual([expect.anything(), expect.anything()])
})
