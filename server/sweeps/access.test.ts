// Every call × every kind of person: the server lets in exactly whom the contract says, and the committed table shows it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { allows } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'
import { openapi } from '../../contract/kit/openapi.ts'
import { type World, world } from '../test/world.ts'
import { accessTable, people } from './access-table.ts'
import { type Asker, ask } from './asking.ts'
import { crowd } from './crowd.ts'
import { allCalls } from './samples.ts'

let w: World
let askers: Map<string, Asker>
beforeAll(async () => {
  w = await world()
  askers = await crowd(w)
})
afterAll(() => w.end())

/** Cells in which the server decides otherwise than the rule. Signing out comes last: it ends the asker's session. */
async function differences(name: string, c: Call): Promise<string[]> {
  const wrong: string[] = []
  for (const person of people) {
    const { status, text } = await ask(w, c, askers.get(person.name) as Asker)
    const isIn = status !== 401 && status !== 403
    if (isIn !== allows(c.access, person.actor) || status >= 500) wrong.push(`${name} as ${person.name}: ${status} ${text.slice(0, 100)}`)
  }
  return wrong
}

test.each(allCalls.filter(([name]) => name !== 'logout'))('%s lets in whom its rule names, and nobody else', async (name, c) => {
  expect(await differences(name, c)).toEqual([])
})

test('the sweep sees a rule that is wider or narrower than the server', async () => {
  expect(await differences('wider', { ...calls.stockList, access: 'all' })).not.toEqual([])
  expect(await differences('narrower', { ...calls.balance, access: { roles: ['seller'] } })).not.toEqual([])
})

test('logout lets in whom its rule names, and nobody else', async () => {
  expect(await differences('logout', calls.logout)).toEqual([])
  expect(await differences('logout', calls.logout)).not.toEqual([])
})

test('the committed table is this contract’s (npm run generate)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/access.md'), 'utf8')).toBe(accessTable(calls))
})

test('the committed OpenAPI document is this contract’s (npm run generate)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')).toBe(`${JSON.stringify(openapi(calls), null, 2)}\n`)
})
