// What a support view sees of people: first letters.
import { expect, test } from 'vitest'
import { maskAnswer } from './masking.ts'

test('how to reach people and what identifies their money is a first letter, wherever it stands; the rest is whole', () => {
  const answer = {
    content: [{ full_name: 'Karim Kiosque', mobile: '+33 6 12', email: '', name: 'Kiosque Nord', balance: '12.00', is_active: true, parent: null }],
    address: { address: 'Rue de Paris', house_no: '14', postal: '59000', city: 'Lille' },
    support: { phone: '+33 3', email: 'aide@nord.example' },
  }
  expect(maskAnswer(answer)).toEqual({
    content: [{ full_name: 'K•••••', mobile: '+•••••', email: '', name: 'Kiosque Nord', balance: '12.00', is_active: true, parent: null }],
    address: { address: 'R•••••', house_no: '1•••••', postal: '59000', city: 'Lille' },
    support: { phone: '+•••••', email: 'a•••••' },
  })
})

test('a first letter of two code units stays one letter', () => {
  expect(maskAnswer({ full_name: '𝒜lex' })).toEqual({ full_name: '𝒜•••••' })
})
