// Mandates of direct debits: who sees them, which input is refused, and until when a mandate can be changed or used.
import { expect, test } from 'vitest'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, sud, rhein] = await Promise.all([w.signIn('nord'), w.signIn('sud'), w.signIn('rhein', { host: 'rhein.localhost' })])
const today = berlinDay(new Date())

const IBAN = 'DE02120300000000202051'
const account = { account_holder: 'Zoë Müller', iban: IBAN, signed_on: '2026-01-05', scheme: 'core' } as const

/** A customer of nord that no other test uses. */
let taken = 0
async function aCustomer(): Promise<string> {
  const rows = await rowsOf<{ id: string }>(w, 'select id from organisations where tenant_id = 1 and parent_id = $1 order by id', [nord.customer_id])
  const id = rows[taken++ % rows.length]?.id ?? ''
  await rowsOf(w, 'update mandates set revoked_on = signed_on where tenant_id = 1 and customer_id = $1 and revoked_on is null', [id])
  return id
}
const one = async (mandate_id: string) => (await nord.calls.mandatesList({ filters: { mandate_id } })).content[0]
const logged = async (action: string) =>
  (await rowsOf<{ before: object; after: object }>(w, 'select before, after from audit where action = $1 order by id desc limit 1', [action]))[0]
const problem = (field: string, code: string) => ({ code: 'invalid_input', problems: [expect.objectContaining({ field, code })] })

test('a new mandate is in the list with its account, is found by customer and account, and its customer is no longer listed as without a mandate', async () => {
  const customer_id = await aCustomer()
  const without = async () => (await nord.calls.mandateCustomers({ limit: 100 })).content.map((row) => row.customer_id)
  expect(await without()).toContain(customer_id)
  const { mandate_id, mandate_reference } = await nord.calls.mandateAdd({ ...account, customer_id, iban: 'de02 1203 0000 0000 2020 51', bic: 'byla dem 1001' })
  expect(mandate_reference).toMatch(/^M-\d{5}$/)
  const row = { mandate_id, customer_id, mandate_reference, ...account, bic: 'BYLADEM1001', state: 'unused', last_used_on: null, revoked_on: null }
  expect(await one(mandate_id)).toMatchObject(row)
  expect((await nord.calls.mandatesList({ search_text: 'zoe muller' })).content.map((found) => found.mandate_id)).toContain(mandate_id)
  expect(await without()).not.toContain(customer_id)
  expect((await logged('mandateAdd'))?.after).toMatchObject({ mandate_reference, iban: IBAN })
  await expect(nord.calls.mandateAdd({ ...account, customer_id })).rejects.toMatchObject(problem('customer_id', 'has_mandate'))
})

test('references are unique within a reseller, whatever their case; a number that somebody took by hand is skipped', async () => {
  const [first, second] = [await aCustomer(), await aCustomer()]
  await nord.calls.mandateAdd({ ...account, customer_id: first, mandate_reference: 'Own/1' })
  await expect(nord.calls.mandateAdd({ ...account, customer_id: second, mandate_reference: 'OWN/1' })).rejects.toMatchObject(
    problem('mandate_reference', 'reference_taken'),
  )
  const [{ n = 0 } = {}] = await rowsOf<{ n: number }>(w, 'select count(*)::int as n from mandates where tenant_id = 1 and owner_id = $1', [nord.customer_id])
  const next = (more: number) => `M-${String(n + more).padStart(5, '0')}`
  await nord.calls.mandateAdd({ ...account, customer_id: second, mandate_reference: next(2) })
  expect((await nord.calls.mandateAdd({ ...account, customer_id: await aCustomer() })).mandate_reference).toBe(next(3))
  for (const mandate_reference of ['/A', 'A/', 'A//B', 'A B', 'Ä', 'x'.repeat(36)])
    await expect(nord.calls.mandateAdd({ ...account, customer_id: await aCustomer(), mandate_reference })).rejects.toThrow(/not_a_reference|too_long/)
})

test('if several clerks add a mandate at the same moment, a customer gets one, and different customers get different references', async () => {
  const customer_id = await aCustomer()
  const twice = await Promise.allSettled(Array.from({ length: 4 }, () => nord.calls.mandateAdd({ ...account, customer_id })))
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of twice) if (each.status === 'rejected') expect(each.reason).toMatchObject(problem('customer_id', 'has_mandate'))
  // Control: without the index one customer could have two mandates.
  await rowsOf(w, 'drop index mandates_one', [])
  await nord.calls.mandateAdd({ ...account, customer_id, mandate_reference: 'second' })
  expect((await nord.calls.mandatesList({ filters: { customer_id, state: 'unused' } })).content.length).toBeGreaterThan(1)
  await rowsOf(w, `update mandates set revoked_on = signed_on where tenant_id = 1 and customer_id = $1`, [customer_id])
  await rowsOf(w, 'create unique index mandates_one on mandates (tenant_id, owner_id, customer_id) where revoked_on is null', [])
  const others = [await aCustomer(), await aCustomer(), await aCustomer()]
  const made = await Promise.all(others.map((one) => nord.calls.mandateAdd({ ...account, customer_id: one })))
  expect(new Set(made.map((mandate) => mandate.mandate_reference)).size).toBe(others.length)
})

test('a wrong account, an account outside the EEA, and a day of signature in the future are named at their field, and nothing is added', async () => {
  const customer_id = await aCustomer()
  const refused = async (given: object, field: string, code: string) =>
    expect(nord.calls.mandateAdd({ ...account, customer_id, ...given })).rejects.toMatchObject(problem(field, code))
  await refused({ iban: 'DE03120300000000202051' }, 'iban', 'not_an_iban')
  await refused({ iban: 'CH9300762011623852957' }, 'iban', 'not_in_eea')
  await refused({ bic: 'NO' }, 'bic', 'not_a_bic')
  await refused({ signed_on: '2999-01-01' }, 'signed_on', 'day_ahead')
  expect((await nord.calls.mandatesList({ filters: { customer_id, state: 'unused' } })).content).toEqual([])
})

test('a mandate can be changed until it is used; once used it can only be revoked, and a revoked one stays as it is', async () => {
  const customer_id = await aCustomer()
  const { mandate_id } = await nord.calls.mandateAdd({ ...account, customer_id })
  await nord.calls.mandateUpdate({ mandate_id, account_holder: 'Other' })
  expect(await logged('mandateUpdate')).toEqual({ before: { account_holder: 'Zoë Müller' }, after: { account_holder: 'Other' } })
  // If two requests give two mandates the same reference at the same moment, one is refused at the field.
  const other = await nord.calls.mandateAdd({ ...account, customer_id: await aCustomer() })
  const both = [mandate_id, other.mandate_id].map((id) => nord.calls.mandateUpdate({ mandate_id: id, mandate_reference: 'Same' }))
  const refused = (await Promise.allSettled(both)).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toEqual([expect.objectContaining(problem('mandate_reference', 'reference_taken'))])
  await rowsOf(w, 'update mandates set last_used_on = $2 where tenant_id = 1 and id = $1', [mandate_id, today])
  await expect(nord.calls.mandateUpdate({ mandate_id, account_holder: 'Third' })).rejects.toMatchObject({ code: 'request_over' })
  expect(await one(mandate_id)).toMatchObject({ state: 'in_use', account_holder: 'Other' })
  await nord.calls.mandateRevoke({ mandate_id })
  expect(await one(mandate_id)).toMatchObject({ state: 'revoked', revoked_on: today })
  await expect(nord.calls.mandateRevoke({ mandate_id })).rejects.toMatchObject({ code: 'request_over' })
  // The customer of the revoked mandate can sign another one.
  await nord.calls.mandateAdd({ ...account, customer_id })
})

test('a mandate expires when it was not used for 36 months, counted from its last use or, if there was none, from its signature', async () => {
  const { mandate_id } = await nord.calls.mandateAdd({ ...account, customer_id: await aCustomer() })
  const state = async (signed: string, used: string | null) => {
    await rowsOf(w, `update mandates set signed_on = $2::date - $3::interval, last_used_on = $2::date - $4::interval where tenant_id = 1 and id = $1`, [
      mandate_id,
      today,
      signed,
      used,
    ])
    return (await one(mandate_id))?.state
  }
  expect(await state('36 months 2 days', null)).toBe('expired')
  expect(await state('35 months', null)).toBe('unused')
  expect(await state('60 months', '36 months 2 days')).toBe('expired')
  expect(await state('60 months', '35 months')).toBe('in_use')
})

test('each reseller sees and changes only its own mandates, and cannot add one for another reseller’s customer', async () => {
  const customer_id = await aCustomer()
  const { mandate_id } = await nord.calls.mandateAdd({ ...account, customer_id })
  for (const stranger of [sud, rhein]) {
    expect((await stranger.calls.mandatesList({})).content.map((row) => row.mandate_id)).not.toContain(mandate_id)
    await expect(stranger.calls.mandateUpdate({ mandate_id, account_holder: 'X' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.calls.mandateRevoke({ mandate_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.calls.mandateAdd({ ...account, customer_id })).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(nord.calls.mandateUpdate({ mandate_id: newId(), account_holder: 'X' })).rejects.toMatchObject({ code: 'not_found' })
  const kiosque = await w.signIn('kiosque')
  await expect(kiosque.calls.mandatesList({})).rejects.toMatchObject({ code: 'forbidden' })
})
