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

test('personal fields of the contract are cut to a first letter, at any depth and under any name; other fields stay whole', () => {
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

test('a first letter that takes two code units is kept whole', () => {
  expect(maskAnswer(contact, '𝒜lex')).toBe('𝒜•••••')
})
