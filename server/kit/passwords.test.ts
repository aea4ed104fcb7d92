// Passwords: the order in which waiting checks are done, and which passwords are refused.
import { beforeAll, describe, expect, test } from 'vitest'
import { rulesFor } from '../../contract/kit/password-names.ts'
import { hashPassword, passwordMatches, weaknessOf } from './passwords.ts'

let kept: string
beforeAll(async () => {
  kept = await hashPassword('Demo!2026')
})

test('only the right password matches; for an account that does not exist no password matches', async () => {
  expect(await passwordMatches(kept, 'Demo!2026')).toBe(true)
  expect(await passwordMatches(kept, 'demo!2026')).toBe(false)
  expect(await passwordMatches(undefined, 'nobody')).toBe(false)
  expect(await passwordMatches('', 'nobody')).toBe(false)
})

test('a password is stored as Argon2id, with a salt of its own', async () => {
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashPassword('Demo!2026')).not.toBe(kept)
})

test('a password from a known device is checked before passwords that waited longer; a full queue refuses only passwords from other devices', async () => {
  const order: string[] = []
  const flood = Array.from({ length: 150 }, () =>
    passwordMatches(kept, 'wrong').then(
      () => order.push('stranger'),
      () => order.push('refused'),
    ),
  )
  const owner = passwordMatches(kept, 'Demo!2026', true).then((matches) => order.push(matches ? 'owner' : 'wrong'))
  await Promise.all([...flood, owner])
  expect(order.filter((who) => who === 'refused')).toHaveLength(48)
  expect(order.filter((who) => who === 'stranger')).toHaveLength(102)
  // The owner's check starts third, but several other checks may finish before it. In order of arrival it would be the last of 103.
  expect(order.filter((who) => who !== 'refused').indexOf('owner')).toBeLessThan(50)
})

describe('weak passwords', () => {
  test.each([
    'Password1!',
    'P@ssw0rd2026!',
    'Passwort123!',
    'Motdepasse1!',
    'Azerty123!',
    'Qwertz2026#',
    '!Welcome1',
    'Bienvenue2026!',
    'Aaaaaaa1!',
    '12345678!',
    'W1llk0mmen!',
    'Şifre2026!',
  ])('%s is refused as a common password', (password) => {
    expect(weaknessOf(password, [])).toBe('password_common')
  })

  test.each(['Kiosque-Nord1!', 'xxkiosqueXX1!', 'KARIM-kiosque9?', 'ÉpicerieDuPort7!'])('%s is refused: it contains one of the user’s names', (password) => {
    expect(weaknessOf(password, ['kiosque', 'Karim Kiosque', 'Épicerie du Port', 'epicerieduport'])).toBe('password_name')
  })

  test('the list of rules that a form ticks off contains the rule about names, which an empty field does not meet yet', () => {
    const [named] = rulesFor(['kiosque', 'Karim Kiosque']).slice(-1)
    expect(named?.code).toBe('password_name')
    expect(['', 'Kiosque-Nord1!', 'Trombone#41avril'].map((text) => named?.holds(text))).toEqual([false, false, true])
  })

  test.each(['Quatre-girafes-7-bleues!', 'Trombone#41avril', 'vT9!kq2#Lm', 'Passworthy-elephants9!'])('%s is accepted: it is not weak', (password) => {
    expect(weaknessOf(password, ['kiosque', 'Al'])).toBeUndefined()
  })
})
