// Shares of places for running requests: a sender that fills its own share is refused while others go on. Also tests which requests are too slow to keep a
// place.
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/index.ts'

import { isTooSlow, PACES } from './pace.ts'
import { createPlaces, laneOf, type Whose } from './places.ts'

const UPLOADS = 3
const OTHERS = 48

describe('shares of the places for simultaneous requests', () => {
  const person = (user_id: string, tenant_id = 1, organisation_id?: string): Whose => ({ address: '10.0.0.1', tenant_id, user_id, organisation_id })
  /** Takes places until refused; returns how many, and the refusal. */
  function fill(places: ReturnType<typeof createPlaces>, ...[lane, whose]: Parameters<typeof places.take>) {
    for (let n = 0; ; n++)
      try {
        places.take(lane, whose)
      } catch (error) {
        return { n, error }
      }
  }

  test('one user cannot take more than a share: the next request gets 429, other users go on', () => {
    const places = createPlaces()
    expect(fill(places, 'upload', person('a'))).toMatchObject({ n: UPLOADS, error: { status: 429 } })
    expect(() => places.take('upload', person('b'))).not.toThrow()
    expect(() => places.take('money', person('a'))).not.toThrow()
    expect(() => places.take('other', person('a'))).not.toThrow()
  })

  test('one tenant cannot take more than a share, however many users it has: the next request gets 503, another tenant goes on', () => {
    const places = createPlaces()
    const all = Array.from({ length: 100 }, (_, n) => fill(places, 'other', person(`u${n}`)))
    expect(all[10]).toMatchObject({ n: 1, error: { status: 503 } })
    expect(fill(places, 'other', person('u0'))).toMatchObject({ n: 0 })
    expect(fill(places, 'other', person('b', 2)).n).toBe(OTHERS)
  })

  test('anonymous requests are counted by IP address, and all addresses of one IPv6 customer are counted together', () => {
    const places = createPlaces()
    const at = (address: string): Whose => ({ address })
    expect(fill(places, 'public', at('2001:db8:1:2::1')).error).toMatchObject({ status: 429 })
    expect(fill(places, 'public', at('2001:db8:1:2::ffff')).n).toBe(0)
    expect(fill(places, 'public', at('2001:db8:1:3::1')).n).toBeGreaterThan(0)
  })

  test('four users of a customer leave places for the others of their tenant; all customers of a tenant get at most 1.5 times its share', () => {
    const places = createPlaces()
    for (const user of ['a', 'b', 'c', 'd']) fill(places, 'upload', person(user, 1, 'shop'))
    expect(places.taken().get('upload customer shop')).toBe(6)
    for (let n = 0; n < 5; n++) for (const user of ['a', 'b', 'c', 'd']) fill(places, 'upload', person(`${user}${n}`, 1, `shop ${n}`))
    expect(fill(places, 'upload', person('nord', 1, 'reseller')).n).toBe(1)
    expect(fill(places, 'upload', person('rhein', 2, 'another')).n).toBe(UPLOADS)
    // A tenant's customers together get at most one and a half times the tenant's share of 12 places, however many of them ask.
    for (let n = 0; n < 50; n++) fill(places, 'upload', person(`e${n}`, 1, `late ${n}`))
    expect(places.taken().get('upload tenant 1')).toBe(18)
  })

  test('two large forms of one user are read at the same time, a third is refused', () => {
    const places = createPlaces()
    expect(fill(places, 'large', person('a'))).toMatchObject({ n: 2, error: { status: 429 } })
    expect(() => places.take('money', person('a'))).not.toThrow()
  })

  test('the place of a large form stays taken for half a second, even if the form was read sooner; the place of a small form is free at once', () => {
    vi.useFakeTimers()
    try {
      const places = createPlaces()
      const again = (lane: 'large' | 'other') => {
        const leaves = Array.from({ length: 2 }, () => places.take(lane, person('a')))
        for (const leave of leaves) leave()
        return fill(places, lane, person('a')).n
      }
      expect([again('large'), again('other')]).toEqual([0, OTHERS])
      vi.advanceTimersByTime(500)
      expect(fill(places, 'large', person('a')).n).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a place is given back only once, even if its release is called twice, and a refused request takes no place', () => {
    const places = createPlaces()
    const leave = places.take('upload', person('a'))
    fill(places, 'upload', person('a'))
    leave()
    leave()
    expect(fill(places, 'upload', person('a')).n).toBe(1)
    const mine = createPlaces()
    mine.take('money', person('a'))()
    expect([...mine.taken()]).toEqual([])
  })

  test('sales, lists, uploads and requests that wait for a supplier each have places of their own', () => {
    const { sell, saleSettle, reprint, customersList, stockUpload, poolUpload, reclaimFileAdd, login, dtOne, rechargeSend, flixbus } = calls
    const lanes = [sell, saleSettle, reprint, customersList, stockUpload, poolUpload, reclaimFileAdd, login, dtOne, rechargeSend, flixbus].map(laneOf)
    expect(lanes).toEqual(['money', 'money', 'money', 'other', 'upload', 'upload', 'file', 'public', 'live', 'live', 'live'])
  })
})

test.each([
  ['a sender of nothing in a whole window is too slow', { bytes: 0, waits: false }, true],
  ['a sender of one byte a second is too slow', { bytes: 10, waits: false }, true],
  ['a line with 3 kB a second is not too slow', { bytes: 30_000, waits: false }, false],
  ['a sender whose bytes the server has not read yet is not too slow', { bytes: 0, waits: true }, false],
])('a sender’s speed while a form is uploaded: %s', (_, { bytes, waits }, isSlow) => {
  expect(isTooSlow({ bytes: 0, at: 0, waits: false }, { bytes, at: 10_000, waits }, PACES.form)).toBe(isSlow)
})
