// The names of our tills at suppliers that count limits for each till.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeys } from '../kit/keys.ts'
import { tillOf } from './sealed-order.ts'

const keys = createKeys(randomBytes(32))
const of = { tenant_id: 1, organisation_id: 'shop one', user_id: 'person one' }

test('a till has the same name each time, and a different name for another user, shop or tenant; no name reveals whose it is', () => {
  const till = tillOf(keys, of)
  expect(tillOf(keys, of)).toEqual(till)
  expect(tillOf(keys, { ...of, user_id: 'person two' })).toEqual({ shop: till.shop, terminal: expect.not.stringMatching(till.terminal) })
  expect(tillOf(keys, { ...of, organisation_id: 'shop two' }).shop).not.toBe(till.shop)
  expect(tillOf(keys, { ...of, tenant_id: 2 })).not.toMatchObject({ terminal: till.terminal })
  expect(tillOf(createKeys(randomBytes(32)), of).shop).not.toBe(till.shop)
})
