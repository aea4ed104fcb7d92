import { expect, test } from 'vitest'
import { calls } from '../../../contract/index.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { draftName, keepable } from './drafts.ts'

test('a draft stores typed texts, but no secrets and no choices from a list', () => {
  const typed = {
    amount: '12,50',
    remarks: 'over the counter',
    new_password: 'x',
    otp: '123456',
    token: 't',
    customer_id: 'c',
    csv_file: new Blob(['x']),
    cards: '[{"pin":"1234"}]',
  }
  expect(keepable(typed)).toEqual({ amount: '12,50', remarks: 'over the counter' })
})

test('a draft stores no secret field of any call', () => {
  const fields = Object.values<Call>(calls).flatMap(({ input }) => Object.keys(input.shape))
  const kept = Object.keys(keepable(Object.fromEntries(fields.map((field) => [field, 'x']))))
  expect(kept).toContain('remarks')
  expect(kept.filter((field) => /pass|otp|pin|token|code|secret|^reference$|proof|recaptcha/.test(field))).toEqual([])
})

test('drafts of different people, pages or forms are stored under different names', () => {
  const names = [draftName('a', '/x', 'staffAdd'), draftName('b', '/x', 'staffAdd'), draftName('a', '/y', 'staffAdd'), draftName('a', '/x', 'staffUpdate')]
  expect(new Set(names).size).toBe(4)
})
