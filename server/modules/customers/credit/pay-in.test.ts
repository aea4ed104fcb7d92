// The bank account for transfers: a shop sees that of its own reseller, a reseller that of the platform, and nobody sees any other.
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

test('a shop sees the bank account that its reseller has entered, with its legal name, and the shop’s own user name as the reference', async () => {
  await nord.calls.invoiceSettingsUpdate({ ...GERMAN, legal_name: 'Comptoir Nord SARL' })
  expect(await kiosque.calls.payIn({})).toEqual({ account: { name: 'Comptoir Nord SARL', ...GERMAN }, reference: 'kiosque' })
})

test('if the reseller has not entered a bank account, its shops see no account', async () => {
  await nord.calls.invoiceSettingsUpdate({ iban: '', bic: '' })
  expect(await kiosque.calls.payIn({})).toEqual({ account: null, reference: 'kiosque' })
})

test('a reseller’s account is not shown to other resellers’ shops, and not to the reseller itself as the account to pay to', async () => {
  await nord.calls.invoiceSettingsUpdate(GERMAN)
  for (const person of [port, nord]) expect((await person.calls.payIn({})).account?.iban).not.toBe(GERMAN.iban)
  await expect(platform.calls.payIn({})).rejects.toMatchObject({ code: 'forbidden' })
})
