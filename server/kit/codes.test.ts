// One-time codes: how likely a guess is, what an authenticator app shows, what the database keeps.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  appCode,
  appStep,
  appUri,
  codeDigest,
  codeLimits,
  guessOdds,
  isCode,
  maskDestination,
  newApprovalCode,
  newApprovalNumber,
  newAppSecret,
  newCode,
  newRecoveryCodes,
  recoveryDigest,
} from './codes.ts'
import { createKeys } from './keys.ts'

const keys = createKeys(randomBytes(32))
const MOST = 5e-5

test.each(Object.entries(codeLimits))('the chance to guess a one-time code (of the kind “%s”) within an hour is at most five in 100,000', (_, limits) => {
  expect(guessOdds(limits)).toBeLessThanOrEqual(MOST)
  // Controls: one more try per challenge, or twice as many challenges, would be too many.
  expect(guessOdds({ ...limits, tries: limits.tries + 1 } as unknown as typeof limits)).toBeGreaterThan(MOST)
  expect(guessOdds({ ...limits, challenges: limits.challenges * 2 } as unknown as typeof limits)).toBeGreaterThan(MOST)
})

test('one-time codes have six digits, and at each place every digit comes about equally often', () => {
  const codes = Array.from({ length: 20_000 }, newCode)
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  for (let place = 0; place < 6; place++)
    for (let digit = 0; digit < 10; digit++) {
      const n = codes.filter((code) => code[place] === String(digit)).length
      expect(n, `${digit} at ${place}`).toBeGreaterThan(1_750)
      expect(n, `${digit} at ${place}`).toBeLessThan(2_250)
    }
})

test('a one-time code matches a stored digest only for the same code, challenge and key', () => {
  const digest = codeDigest(keys, 'a', '123456')
  expect(isCode(keys, 'a', '123456', digest)).toBe(true)
  expect(isCode(keys, 'b', '123456', digest)).toBe(false)
  expect(isCode(keys, 'a', '123457', digest)).toBe(false)
  expect(isCode(createKeys(randomBytes(32)), 'a', '123456', digest)).toBe(false)
  expect(isCode(keys, 'a', '123456', null)).toBe(false)
})

describe('the code of an authenticator app', () => {
  // The expected codes are the last six of the eight digits in RFC 6238, appendix B.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at second %i is the code that RFC 6238 gives', (second, code) => {
    expect(appCode(secret, new Date(second * 1000))).toBe(code)
  })

  const now = new Date(1_111_111_109_000)
  const step = Math.floor(1_111_111_109 / 30)
  const at = (steps: number) => appCode(secret, new Date(now.getTime() + steps * 30_000))

  test.each([-1, 0, 1])('from an app whose clock is %i steps of 30 seconds ahead is accepted, and counts for the step for which it was made', (steps) => {
    expect(appStep(secret, at(steps), now, 0)).toBe(step + steps)
  })

  test.each([-2, 2])('from an app whose clock is %i steps of 30 seconds ahead is refused', (steps) => {
    expect(appStep(secret, at(steps), now, 0)).toBeUndefined()
  })

  test('is refused for a step that was used, and for every step before it', () => {
    expect(appStep(secret, at(0), now, step)).toBeUndefined()
    expect(appStep(secret, at(-1), now, step)).toBeUndefined()
    expect(appStep(secret, at(1), now, step)).toBe(step + 1)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 287082'])('is refused if it is typed as “%s”', (code) => {
    expect(appStep(secret, code, now, 0)).toBeUndefined()
  })

  test('comes from a secret of 160 bits, which the app reads from a QR code that names shop and person', () => {
    const made = newAppSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(appUri(made, 'nina', 'Comptoir Nord'))
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname), uri.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      'totp',
      '/Comptoir Nord:nina',
      'Comptoir Nord',
    ])
  })
})

test('ten recovery codes are all different; a code has the same digest with and without its dash, and another digest for another user', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const [one = ''] = codes
  expect(recoveryDigest(keys, 'a', one)).toEqual(recoveryDigest(keys, 'a', one.replace('-', '')))
  expect(recoveryDigest(keys, 'a', one)).not.toEqual(recoveryDigest(keys, 'b', one))
})

test('codes that are read out have no letters that look alike, and the number that an approver types always has two digits', () => {
  for (let i = 0; i < 500; i++) {
    expect(newApprovalCode()).toMatch(/^[a-hjkmnp-z2-9]{4}-\d\d$/)
    expect(newApprovalNumber()).toMatch(/^[1-9]\d$/)
  }
})

test.each([
  ['nina@shop.example', 'n•••@shop.example'],
  ['ümit@shop.example', 'ü•••@shop.example'],
  ['+33 6 12 34 56 67', '•••• 67'],
  ['', '•••• '],
])('the recipient "%s" is shown as "%s"', (destination, shown) => {
  expect(maskDestination(destination)).toBe(shown)
})
