// The rules for statements that must run on Citus too (decision 0106), kept by what the server sends.
import { expect, inject, test } from 'vitest'
import { bodyFaults } from '../../tools/shapes/bodies.ts'
import { functionsOf } from '../../tools/shapes/catalogue.ts'
import { functionExceptionIds, idOf } from '../../tools/shapes/exceptions.ts'
import { moveOf } from '../modules/customers/moving-in/moving-in.sql.ts'
import { judge } from '../test/sent-statements.ts'
import { fileWorld } from '../test/world.ts'

const w = await fileWorld()
const actor = { tenant_id: 1, organisation_id: crypto.randomUUID() } as Parameters<typeof moveOf>[1]
const readMove = (lock: string) => w.db.read(1, (q) => moveOf(q, actor, crypto.randomUUID(), lock))

test('a statement that Citus would answer otherwise fails the test that sends it, by file, line and rule; control: the same query without the fault passes', async () => {
  await readMove('')
  judge({ meta: {} })
  await readMove('and not is_key_used(1, m.id)')
  expect(() => judge({ meta: {} })).toThrow(
    /^server\/modules\/customers\/moving-in\/moving-in\.sql\.ts:\d+ sends a statement that breaks the rule function-beside-tables \(is_key_used\)/,
  )
})

test('the functions of the database break the rules only as listed (tools/shapes/exceptions.ts), and each listed exception is still needed', async () => {
  const faults = bodyFaults(await functionsOf(w.owner), inject('catalogue'))
  expect([...new Set(faults.map(idOf))].sort()).toEqual([...functionExceptionIds].sort())
})

test('control: in each kind of function a planted statement is found, and the tenant that a function sets is none', () => {
  const faultsIn = (language: string, body: string) => {
    const text = `create function stray(p_tenant int) returns setof int\nlanguage ${language} as $$ ${body} $$`
    return bodyFaults([{ signature: 'stray(integer)', text }], inject('catalogue')).map(idOf)
  }
  const fault = ['stray: every-tenant (pins)']
  expect(faultsIn('sql', 'select count(*)::int from pins')).toEqual(fault)
  expect(faultsIn('sql', 'select count(*)::int from pins where tenant_id = p_tenant')).toEqual([])
  const inBlock = (statement: string) => faultsIn('plpgsql', `declare v int; begin perform set_config('app.tenant', p_tenant::text, true); ${statement}; end`)
  for (const wrong of [
    'v := (select count(*) from pins)',
    'if exists (select from pins) then return; end if',
    'delete from pins',
    'return query select batch_no from pins',
  ])
    expect(inBlock(wrong), wrong).toEqual(fault)
  expect(inBlock('select count(*) into v from pins p where p.tenant_id = p_tenant and p.batch_no = v')).toEqual([])
})

test('most tables are distributed by tenant, and the functions that find a price are known to read tables', () => {
  const { placements, readers } = inject('catalogue')
  expect(Object.values(placements).filter((placement) => placement === 'tenant').length).toBeGreaterThan(100)
  expect(placements).toMatchObject({ tenants: 'reference', tenant_activity: 'local' })
  expect(readers).toEqual(expect.arrayContaining(['rungs_of', 'offer_of', 'is_offered', 'cost_of']))
  expect(readers).not.toContain('price_of')
})
