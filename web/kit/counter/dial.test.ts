// Tests that the number to dial for redeeming a card is found in the product's text. Without such a number the slip has no QR code.
import { isSafe } from 'redos-detector'
import { expect, test } from 'vitest'
import { DIALLED, dialOf } from './dial.ts'

const PIN = '1234567890123456'

test.each([
  ['Composez *104*PIN# puis appel.', `tel:*104*${PIN}%23`],
  ['*131*PIN# wählen und anrufen.', `tel:*131*${PIN}%23`],
  ['*123*<PIN># tuşlayın ve arayın.', `tel:*123*${PIN}%23`],
  ['Bel *#100*1*[pin]#', `tel:*%23100*1*${PIN}%23`],
  ['Dial #111*code#, then call.', `tel:%23111*${PIN}%23`],
])('the number to dial is read from the product text: %s', (text, dials) => {
  expect(dialOf(text, PIN)).toBe(dials)
})

test.each([
  ['no dial string', 'Enter the PIN at www.example.com.', PIN],
  ['no place for the PIN', 'Dial *100# for your balance.', PIN],
  ['a place for something else', 'Dial *100*number#', PIN],
  ['a PIN with letters, as in practice', 'Dial *104*PIN#', 'TRAINING00012301'],
  ['a PIN that is none', 'Dial *104*PIN#', '1'],
  ['no text', '', PIN],
])('no number to dial is read from %s', (_, text, pin) => {
  expect(dialOf(text, pin)).toBeUndefined()
})

/** Whether the pattern reads at most a fixed number of characters from each position, so that the time is proportional to the text's length. */
function isQuick({ source, flags }: RegExp): boolean {
  const repeats = source.replace(/\\.|\[[^\]]*\]/g, '')
  return !/[*+]|,\}/.test(repeats) && isSafe(new RegExp(`^(?:${source})`, flags)).safe
}

// The test also searches for patterns of exponential cost, and that search takes seconds on a busy machine.
test('a long text is searched for a number to dial in a short time, whatever it contains', { timeout: 60_000 }, () => {
  for (const text of ['*'.repeat(20_000), '*1'.repeat(10_000), '#*1*1*1*'.repeat(2_500)]) expect(dialOf(text, PIN)).toBeUndefined()
  expect(isQuick(DIALLED)).toBe(true)
  expect([/([*#]\d+\*)PIN#/, /([*#]\d{1,}\*)PIN#/, /((?:\*?\d{1,6}){1,20}\*)PIN#/].map(isQuick), 'control').toEqual([false, false, false])
})
