import { expect, test } from 'vitest'
import { isScreen } from '../../../screens/screens.ts'
import { ownPath } from './door.ts'

const OWN = 'https://shop.example'
const pathOf = (to: string) => to.split(/[?#]/)[0] ?? ''
/** The address to which the browser goes after signing in, decided as in openHouse; undefined means the user's first page. */
const target = (to: string | null) => {
  const own = ownPath(to)
  return own && isScreen(pathOf(own)) ? own : undefined
}

const screens = ['/customers/view?q=a&page=2', '/cashcards/', '/cashcards', '/inventory/details/0198a-7?step=2#rows', '/dashboard?to=https://evil.example']

/** Values of the parameter `to` that have led users of other applications to a foreign host. */
const tricks = [
  'https://evil.example',
  'https:evil.example',
  'HTTPS://evil.example/dashboard',
  '//evil.example',
  '///evil.example',
  '//evil.example/dashboard',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r//evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/dashboard/..//evil.example',
  '/dashboard//evil.example',
  '/@evil.example',
  '//shop.example@evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/javascript:alert(1)',
  '／／evil.example',
  '/／evil.example',
  '/〱evil.example',
  '/dashboard\u0000//evil.example',
  '/dashboard?\r\nSet-Cookie: a=b',
  '#//evil.example',
  '?to=//evil.example',
  'evil.example',
]

test.each(screens)('after signing in, the page named in the address is opened: %s', (to) => {
  expect(target(to)).toBe(to)
})

test.each([null, '', '/', '/login', '/login/?to=/x', '/loading', '/nonsense', '/pages/not-authorized', '/registration/set-password/1.a', '/dashboard/more'])(
  'after signing in, “%s” is not opened, because it is no screen on which a user can arrive',
  (to) => {
    expect(target(to)).toBeUndefined()
  },
)

test.each(tricks)('after signing in, the address %j of a possible other site is not opened', (to) => {
  expect(target(to)).toBeUndefined()
  expect(ownPath(to)).toBeUndefined()
})

test('control: a check that looks only at the first slash would accept addresses of other sites', () => {
  const naive = (to: string) => (to.startsWith('/') ? to : undefined)
  const leaving = tricks.filter((to) => naive(to) !== undefined && new URL(to, OWN).origin !== OWN)
  expect(leaving.length).toBeGreaterThanOrEqual(8)
})

test('every accepted address leads to this site when the browser resolves it', () => {
  for (const to of screens) expect(new URL(ownPath(to) ?? '', OWN).origin).toBe(OWN)
})
