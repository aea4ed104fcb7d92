import { expect, test } from 'vitest'
import { ownPath } from './door.ts'

test.each(['/customers/view?q=a&page=2', '/cashcards/', '/pages/not-authorized'])('after login %s is gone to', (to) => {
  expect(ownPath(to)).toBe(to)
})

test.each([
  null,
  '',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  '/\t/elsewhere.example',
  '/login?to=/x',
  '/',
])('after login %s is not gone to', (to) => {
  expect(ownPath(to)).toBeUndefined()
})
