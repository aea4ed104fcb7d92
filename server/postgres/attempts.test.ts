// Tests which addresses count as one network, and that the table of attempts stores nothing that a user typed.
import { expect, test } from 'vitest'
import { networkOf, subjectOf } from './attempts.ts'

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:0:0:3:4:5:6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
])('attempts from the address %s are counted under the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a stored attempt shows the kind of its subject, but not the subject itself', () => {
  const subject = subjectOf('account', 'My!Secret1', '203.0.113.7')
  expect(subject).toMatch(/^account [\w-]{22}$/)
  expect(subjectOf('account', 'My!Secret1', '203.0.113.8')).not.toBe(subject)
  expect(subjectOf('everywhere', 'My!Secret1', '203.0.113.7')).not.toBe(subject)
})
