import { expect, test } from 'vitest'
import type { Finding } from '../kit/check.ts'
import { fileWorld } from '../test/world.ts'
import { lanesCheck, lookAt } from './ready.ts'

let own: Finding = { ok: true, detail: 'as it should be' }
const w = await fileWorld({ checks: [{ name: 'own', look: () => own }] })

const ready = async (from?: string) => {
  const answer = await w.fetch('/ready', from ? { from } : {})
  return { code: answer.status, ...((await answer.json()) as { checks: { name: string; ok: boolean; detail?: string }[] }) }
}
const red = async () => {
  const { code, checks } = await ready()
  return [code, ...checks.filter(({ ok }) => !ok).map(({ name }) => name)]
}

test('a server whose checks all succeed is ready, and its answer lists each check', async () => {
  const { code, checks } = await ready()
  expect([code, checks.map(({ name, ok }) => `${name} ${ok}`)]).toEqual([
    200,
    ['database true', 'lanes true', 'money true', 'jobs true', 'disk true', 'own true'],
  ])
})

test('a server is not ready after the money check found an error, until the error is mended', async () => {
  w.services.metrics.moneyWrong.set({ tenant_id: 1, check: 'balances' }, 2)
  expect(await red()).toEqual([503, 'money'])
  expect((await ready()).checks[2]).toEqual({ name: 'money', ok: false, detail: 'balances of tenant 1' })
  w.services.metrics.moneyWrong.set({ tenant_id: 1, check: 'balances' }, 0)
  expect(await red()).toEqual([200])
})

test('a server is not ready if an additional check fails, and anonymous callers see no details of a check', async () => {
  own = { ok: false, detail: 'a figure' }
  expect(await red()).toEqual([503, 'own'])
  expect((await ready('203.0.113.7')).checks.filter((check) => 'detail' in check)).toEqual([])
  own = { ok: true, detail: '' }
})

test('a check that fails or never answers counts as failed, and does not prevent the other checks from answering', async () => {
  const never = new Promise<never>(() => undefined)
  const failing = () => Promise.reject(new Error('with a secret'))
  const { ok, checks } = await lookAt([
    { name: 'never', look: () => never },
    { name: 'failing', look: failing },
    { name: 'well', look: () => ({ ok: true, detail: '' }) },
  ])
  expect([ok, checks.map(({ name, ok }) => [name, ok])]).toEqual([
    false,
    [
      ['never', false],
      ['failing', false],
      ['well', true],
    ],
  ])
  expect(JSON.stringify(checks)).not.toContain('secret')
})

test.each([
  [9_000, true],
  [11_000, false],
])('if a sale has been running for %d ms, the server’s readiness is %s', async (age, ok) => {
  expect((await lookAt([lanesCheck({ oldest_ms: () => age })])).ok).toBe(ok)
})
