// Every call made with an API key that has every right: the key reaches only the calls in the guide for customers' systems.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { type Actor, allows, flags, keyFlagsOf } from '../../contract/kit/access.ts'
import { type Call, chapters } from '../../contract/kit/call.ts'
import { rowsOf } from '../test/arrange.ts'
import { fileWorld, HOST } from '../test/world.ts'
import { type Answer, type Asker, ask } from './raw-calls.ts'
import { allCalls } from './samples.ts'

const w = await fileWorld()
const shop = await w.signIn('kiosque')
// The worst case: the account of the shop's systems is made a manager with all rights, by writing to the database directly.
await shop.calls.apiKeyMake({ is_sandbox: true })
await rowsOf(w, `update organisations set flags = $2, api_enabled = true, api_scopes = $2, api_calls_per_minute = 6000 where tenant_id = 1 and id = $1`, [
  shop.customer_id,
  flags,
])
await rowsOf(w, `update users set internal_role = 0, flags = $2 where tenant_id = 1 and organisation_id = $1 and full_name = 'API'`, [shop.customer_id, flags])

const askerOf = async (is_sandbox: boolean): Promise<Asker> => {
  const { key } = await shop.calls.apiKeyMake({ is_sandbox })
  return { host: HOST, headers: { authorization: `Bearer ${key}` } }
}
const real = await askerOf(false)
const sandbox = await askerOf(true)
const system: Actor = { role: 'seller', is_manager: false, flags: keyFlagsOf(true, flags), enable_web_view: false }

/** Whether the access check let the call through. A call that the sandbox does not simulate is refused with training_only, but only after that check. */
const isIn = ({ status, text }: Answer) => (status !== 401 && status !== 403) || text.includes('"training_only"')
const mayReach = (c: Call) => c.access === 'public' || (c.machine !== undefined && allows(c.access, system))
/** Whether a sandbox key may make the call. Sandbox keys are given to people who try things out, and who may not see real sales. */
const mayTry = (c: Call) => mayReach(c) && c.machine !== 'sales'

async function differences(name: string, c: Call): Promise<string[]> {
  const asked = [
    { may: mayReach(c), ...(await ask(w, c, real)) },
    { may: mayTry(c), ...(await ask(w, c, sandbox)) },
  ]
  return asked.filter((one) => isIn(one) !== one.may || one.status >= 500).map(({ status, text }) => `${name}: ${status} ${text.slice(0, 100)}`)
}

test.each(allCalls)('the call %s accepts an API key with every right only if the guide lists the call', async (name, c) => {
  expect(await differences(name, c)).toEqual([])
})

test('control: a call that is open to keys only in the guide, or only on the server, is found', async () => {
  expect(await differences('more', { ...calls.reprint, machine: 'codes' })).toHaveLength(2)
  const { machine, ...guarded } = calls.balance
  expect(machine).toBe('start')
  expect(await differences('fewer', guarded)).toHaveLength(2)
})

describe('an API key', () => {
  test.each(keyFlagsOf(true, flags))('without the right %s opens no call that needs this right', async (flag) => {
    const others = flags.filter((each) => each !== flag)
    await rowsOf(w, 'update organisations set api_scopes = $2 where tenant_id = 1 and id = $1', [shop.customer_id, others])
    const asker = await askerOf(false)
    const without: Actor = { ...system, flags: keyFlagsOf(true, flags).filter((each) => each !== flag) }
    for (const [name, c] of allCalls.filter(([, { machine }]) => machine))
      if (!allows(c.access, without)) expect(isIn(await ask(w, c, asker)), name).toBe(false)
  })
})

test('every chapter of the guide contains calls, and no chapter about selling contains calls about accounts', () => {
  const inGuide = allCalls.filter(([, { machine }]) => machine)
  expect(new Set(inGuide.map(([, { machine }]) => machine))).toEqual(new Set(chapters))
  expect(inGuide.filter(([, { access, changes }]) => access === 'all' && changes)).toEqual([])
})

test('the calls open to API keys are exactly those in the file of fixtures', () => {
  const reached = readFileSync(join(import.meta.dirname, 'fixtures/reached-by-keys.txt'), 'utf8')
  const now = allCalls.flatMap(([name, { machine }]) => (machine ? [`${machine} ${name}`] : []))
  expect(`${now.sort().join('\n')}\n`).toBe(reached)
})
