// The account for transfers: a shop gets that of its own reseller, a reseller that of the platform, and nobody any other.
import { expect, test } from 'vitest'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const [kiosque, nord, port, platform] = await Promise.all([
  w.signIn('kiosque'),
  w.signIn('nord'),
  w.signIn('port'),
  w.signIn('platform', { host: 'platform.localhost' }),
])
const GERMAN = { bank_name: 'Testbank', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }

test('a shop sees the account that its reseller has entered, under its legal name, and its own user name as the reference', async () => {
  await nord.calls.invoiceSettingsUpdate({ ...GERMAN, legal_name: 'Comptoir Nord SARL' })
  expect(await kiosque.calls.payIn({})).toEqual({ account: { name: 'Comptoir Nord SARL', ...GERMAN }, reference: 'kiosque' })
})

test('while the reseller has no account, its shops see none', async () => {
  await nord.calls.invoiceSettingsUpdate({ iban: '', bic: '' })
  expect(await kiosque.calls.payIn({})).toEqual({ account: null, reference: 'kiosque' })
})

test('a shop of another reseller sees another account, and a reseller never sees its own', async () => {
  await nord.calls.invoiceSettingsUpdate(GERMAN)
  for (const person of [port, nord]) expect((await person.calls.payIn({})).account?.iban).not.toBe(GERMAN.iban)
  await expect(platform.calls.payIn({})).rejects.toMatchObject({ code: 'forbidden' })
})
