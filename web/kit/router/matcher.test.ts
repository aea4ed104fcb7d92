import { describe, expect, test } from 'vitest'
import { createMatcher } from './matcher.ts'

const paths = [
  '/customer/$customerId',
  '/customer/add',
  '/customer/details/$customerId',
  '/customer/$customerId/credit/add',
  '/cashcards/',
  '/pool/$poolId/part/$part',
]
const find = createMatcher(paths.map((path) => ({ path })))
const found = (pathname: string) => {
  const match = find(pathname)
  return match && [match.route.path, match.params]
}

describe('the route of an address', () => {
  test('an address gets the route with the same fixed parts, even if another route has a parameter at that place', () => {
    expect(found('/customer/add')).toEqual(['/customer/add', {}])
    expect(found('/customer/17')).toEqual(['/customer/$customerId', { customerId: '17' }])
    expect(found('/customer/details/17')).toEqual(['/customer/details/$customerId', { customerId: '17' }])
    expect(found('/customer/17/credit/add')).toEqual(['/customer/$customerId/credit/add', { customerId: '17' }])
  })

  test('the route of an address does not depend on capitals or on a slash at its end', () => {
    expect(found('/cashcards')).toEqual(['/cashcards/', {}])
    expect(found('/CashCards/')).toEqual(['/cashcards/', {}])
    expect(found('/Customer/Add/')).toEqual(['/customer/add', {}])
    expect(found('/customer/17/')).toEqual(['/customer/$customerId', { customerId: '17' }])
  })

  test('the parameters of an address are decoded and keep their capitals; a text that cannot be decoded stays unchanged', () => {
    expect(found('/pool/A%20b/part/%C3%A9')).toEqual(['/pool/$poolId/part/$part', { poolId: 'A b', part: 'é' }])
    expect(found('/customer/50%')).toEqual(['/customer/$customerId', { customerId: '50%' }])
  })

  test.each(['/', '/customer', '/customer/17/credit', '/cashcards/x', '/customer//credit/add'])('control: the address %s has no route', (pathname) => {
    expect(found(pathname)).toBeUndefined()
  })

  test('an address that fits two routes with the same path gets the first of them', () => {
    const twice = createMatcher([
      { path: '/a', name: 'first' },
      { path: '/a/', name: 'second' },
    ])
    expect(twice('/a')?.route.name).toBe('first')
  })
})
