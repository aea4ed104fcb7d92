// The rules that turn every supplier's message into one of three outcomes: done, refused or unknown.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allPages, allRead, heardAs, NOT_FOUND, notKnown, orderedAs, type Refusals, toldAs, wordsOf } from './answer-rules.ts'
import { refused } from './answers.ts'
import type { Heard } from './wire.ts'

const Shape = z.object({ id: z.string() })
const refusals: Refusals = (body, status) => (status >= 400 && JSON.stringify(body).includes('no') ? refused('recipient', 'no') : undefined)
const answer = (status: number, body: Extract<Heard, { heard: 'answer' }>['body']): Heard => ({ heard: 'answer', status, body, headers: {} })
const no_answer: Heard = { heard: 'no_answer', reason: 'TIMEOUT' }

test('only an answer whose words the adapter knows counts as a refusal', () => {
  expect(orderedAs(answer(201, { id: '1' }), Shape, refusals)).toEqual({ outcome: 'done', value: { id: '1' } })
  expect(orderedAs(answer(400, { error: 'no' }), Shape, refusals)).toMatchObject({ outcome: 'refused', code: 'recipient' })
  for (const heard of [no_answer, answer(400, { error: 'hm' }), answer(403, {}), answer(404, []), answer(200, {}), answer(200, { id: null })])
    expect(orderedAs(heard, Shape, refusals)).toMatchObject({ outcome: 'unknown' })
})

test('an answer with a server error is never a refusal, whatever its text says', () => {
  for (const status of [500, 502, 503, 504])
    expect(orderedAs(answer(status, { error: 'no' }), Shape, refusals)).toEqual({ outcome: 'unknown', reason: `STATUS_${status}` })
})

test('an order that was not sent or got 429 counts as refused; a question about an order that was not sent or got 429 leaves its state unknown', () => {
  const not_sent: Heard = { heard: 'not_sent', reason: 'RESTING' }
  expect(orderedAs(not_sent, Shape, refusals)).toMatchObject({ outcome: 'refused', code: 'not_reached' })
  expect(orderedAs(answer(429, {}), Shape, refusals)).toMatchObject({ outcome: 'refused', code: 'not_available' })
  for (const heard of [not_sent, answer(429, {})]) expect(heardAs(heard, Shape, refusals)).toMatchObject({ outcome: 'unknown' })
})

test('a refused question about an order proves nothing about the order', () => {
  const turned = answer(401, { error: 'no' })
  expect(toldAs(turned, Shape, refusals)).toMatchObject({ outcome: 'unknown' })
  // Control: if this refusal were read as the answer to the order itself, it would count as a refusal, and a delivered order would be refunded.
  expect(heardAs(turned, Shape, refusals)).toMatchObject({ outcome: 'refused' })
})

test('a reference that the supplier does not know counts as never seen from ten minutes until a day after it was sent, unless it was named', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(notKnown(now, undefined)).toMatchObject({ outcome: 'unknown' })
  expect(notKnown(now, new Date('2026-11-22T11:50:01Z'))).toMatchObject({ outcome: 'unknown' })
  expect(notKnown(now, new Date('2026-11-22T11:50:00Z'))).toMatchObject({ outcome: 'refused', code: 'never_seen' })
  expect(notKnown(now, new Date('2026-11-21T12:00:00Z'))).toMatchObject({ outcome: 'unknown', reason: NOT_FOUND })
  expect(notKnown(now, new Date('2026-11-22T11:50:00Z'), 'T-1')).toMatchObject({ outcome: 'unknown', named: { supplier_reference: 'T-1' } })
})

test('a supplier’s text is logged without numbers that could be a PIN or a telephone number', () => {
  expect(wordsOf('3144', 'limit of 100.00 for +49 151 234567 with 0381-8594-9435')).toBe('3144 limit of 100.00 for +• with •')
})

test('a list from a supplier is either read completely or refused', async () => {
  const page = (items: number[], total: number) => async () => ({ outcome: 'done', value: { items, total } }) as const
  const pages = (all: number[][], total: number) => (n: number) => page(all[n - 1] ?? [], total)()
  expect(await allPages(pages([[1, 2], [3]], 3))).toEqual({ outcome: 'done', value: [1, 2, 3] })
  expect(await allPages(pages([[1, 2]], 3))).toEqual({ outcome: 'unknown', reason: 'LIST_INCOMPLETE' })
  expect(await allPages(pages([[1]], Number.NaN))).toMatchObject({ outcome: 'unknown' })
  expect(allRead([1, undefined])).toMatchObject({ outcome: 'unknown' })
})
