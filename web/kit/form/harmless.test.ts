// Tests the call that undoes a saved change, and that no undoable field affects money, rights or a sign-in.
import { expect, test } from 'vitest'
import { calls } from '../../../contract/index.ts'
import { loadContract } from '../base/contract.ts'
import type { Values } from './form-values.ts'
import { harmless, inverseOf } from './harmless.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const supplier = { supplier_id: ID, company: 'Fournier', city: 'Dijon', remarks: '', buying_discount: 725, iban: 'FR76' }
const undo = async (name: Parameters<typeof inverseOf>[0], before: Values, typed: Values, fixed: Values = {}, said: object = {}) => {
  await loadContract()
  return inverseOf(name, before, { ...before, ...typed }, fixed, said)
}

test('undo sends the changed fields with their earlier values; a field that was blank before is sent blank', async () => {
  expect(await undo('supplierUpdate', supplier, { city: 'Lille', remarks: 'rings twice' })).toEqual({ supplier_id: ID, city: 'Dijon', remarks: '' })
  expect(await undo('deviceChange', { tag: 'A1' }, { tag: 'A2' }, { action: 'update', device_id: ID })).toEqual({ tag: 'A1', action: 'update', device_id: ID })
})

test('undo sends the row’s version that the first change returned', async () => {
  const customer = { customer_id: ID, version: 7, name: 'Gare', city: 'Arras' }
  expect(await undo('customerUpdate', customer, { name: 'Gare 2' }, {}, { version: 8 })).toEqual({ customer_id: ID, version: 8, name: 'Gare' })
})

test('undo is not offered if nothing changed, if a field was changed that is not harmless, or after a booking', async () => {
  expect(await undo('supplierUpdate', supplier, { city: 'Lille', buying_discount: 300 })).toBeUndefined()
  expect(await undo('supplierUpdate', supplier, { iban: 'DE02' })).toBeUndefined()
  expect(await undo('supplierUpdate', supplier, {})).toBeUndefined()
  expect(await undo('walletChange', { amount: 1 }, { amount: 2 })).toBeUndefined()
})

/** Matches the names of important fields; none of them, except `job_role`, may be listed as harmless. */
const weighty =
  /limit|price|discount|margin|amount|status|active|flags|role|otp|approval|email|mobile|password|iban|bic|ustidnr|stnr|country|plan_id|pin_|device_id|key/

test('no field that can be undone affects money, stock, taxes, rights or a sign-in', () => {
  const named = Object.entries(harmless).flatMap(([name, fields]) => fields.map((field) => ({ name, field })))
  expect(named.length).toBeGreaterThan(20)
  for (const { name, field } of named) expect(Object.keys(calls[name as keyof typeof calls].input.shape)).toContain(field)
  expect(named.filter(({ field }) => weighty.test(field) && field !== 'job_role')).toEqual([])
  // Control: the pattern matches many other fields of the same calls.
  const others = Object.keys(harmless).flatMap((name) => Object.keys(calls[name as keyof typeof calls].input.shape))
  expect(others.filter((field) => weighty.test(field)).length).toBeGreaterThan(20)
})
