// A support view shows only first letters of personal texts.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contact } from '../../contract/kit/field.ts'
import { maskAnswer } from './contact-mask.ts'

const type = z.object({
  content: z.array(z.object({ whatever_it_is_called: contact, email: z.string(), parent: z.nullable(contact), numbers: z.optional(z.array(contact)) })),
  by_name: z.record(z.string(), contact),
  either: z.union([contact, z.int()]),
})

test('the mask of a support view cuts personal fields to their first letter, at any depth and under any name, and leaves other fields whole', () => {
  const answer = {
    content: [{ whatever_it_is_called: 'Karim Kiosque', email: 'not marked', parent: null, numbers: ['+33 6 12', ''] }],
    by_name: { a: 'Rue de Paris' },
    either: 'DE89',
  }
  expect(maskAnswer(type, answer)).toEqual({
    content: [{ whatever_it_is_called: 'K•••••', email: 'not marked', parent: null, numbers: ['+•••••', ''] }],
    by_name: { a: 'R•••••' },
    either: 'D•••••',
  })
})

test('the mask of a support view keeps a first letter whole that takes two code units', () => {
  expect(maskAnswer(contact, '𝒜lex')).toBe('𝒜•••••')
})
