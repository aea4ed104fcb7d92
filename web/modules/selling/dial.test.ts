// What a telephone dials is found in a product's text, or there is no QR code.
import { expect, test } from 'vitest'
import { dialOf } from './dial.ts'

const PIN = '1234567890123456'

test.each([
  ['Composez *104*PIN# puis appel.', `tel:*104*${PIN}%23`],
  ['*131*PIN# wählen und anrufen.', `tel:*131*${PIN}%23`],
  ['*123*<PIN># tuşlayın ve arayın.', `tel:*123*${PIN}%23`],
  ['Bel *#100*1*[pin]#', `tel:*%23100*1*${PIN}%23`],
  ['Dial #111*code#, then call.', `tel:%23111*${PIN}%23`],
])('%s', (text, dials) => {
  expect(dialOf(text, PIN)).toBe(dials)
})

test.each([
  ['no dial string', 'Enter the PIN at www.example.com.', PIN],
  ['no place for the PIN', 'Dial *100# for your balance.', PIN],
  ['a place for something else', 'Dial *100*number#', PIN],
  ['a PIN with letters, as in practice', 'Dial *104*PIN#', 'TRAINING00012301'],
  ['a PIN that is none', 'Dial *104*PIN#', '1'],
  ['no text', '', PIN],
])('%s: no QR code', (_, text, pin) => {
  expect(dialOf(text, pin)).toBeUndefined()
})

test('a long text is read in a moment, whatever stands in it', () => {
  const before = performance.now()
  for (const text of ['*'.repeat(20_000), '*1'.repeat(10_000), '#*1*1*1*'.repeat(2_500)]) expect(dialOf(text, PIN)).toBeUndefined()
  expect(performance.now() - before).toBeLessThan(200)
})
