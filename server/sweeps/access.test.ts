// Every call × every kind of person: the server lets in exactly those the contract names, and the committed table shows it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { type Actor, allows, type Flag, flags, MANAGER, type Right } from '../../contract/kit/access.ts'
import { alwaysChanges, type Call } from '../../contract/kit/call.ts'
import { openapi } from '../../contract/kit/openapi.ts'
import { lookedAt } from '../test/looked.ts'
import { fileWorld } from '../test/world.ts'
import { accessTable, people } from './access-table.ts'
import { type Asker, ask } from './asking.ts'
import { crowd, IN_VIEW, PASSWORD_NEW } from './crowd.ts'
import { allCalls } from './samples.ts'

const w = await fileWorld()
const askers = await crowd(w)

/** People for whom the server decides otherwise than the rule. Signing out comes last, because it ends the asker's session. */
async function differences(name: string, c: Call): Promise<string[]> {
  const wrong: string[] = []
  for (const person of people) {
    const { status, text } = await ask(w, c, askers.get(person.name) as Asker)
    const isIn = status !== 401 && status !== 403
    if (isIn !== allows(c.access, person.actor) || status >= 500) wrong.push(`${name} as ${person.name}: ${status} ${text.slice(0, 100)}`)
  }
  return wrong
}

test.for(allCalls.filter(([name]) => name !== 'logout'))('%s lets in whom its rule names, and nobody else', async ([name, c], { task }) => {
  lookedAt(task, { calls: [name, 'logout'], actors: people.map((person) => person.name) })
  expect(await differences(name, c)).toEqual([])
})

/** For everybody who is refused: what is missing according to the refusal, and who could grant it. */
async function refusals(c: Call) {
  const refused = people.filter(({ actor }) => actor && !allows(c.access, actor))
  return Promise.all(
    refused.map(async ({ name, actor }) => ({ name, actor: actor as Actor, ...JSON.parse((await ask(w, c, askers.get(name) as Asker)).text) }) as Refused),
  )
}
type Refused = { name: string; actor: Actor; code: string; detail?: { missing?: Right[]; grantor?: string } }

/** The actor with this right in addition. */
function having(actor: Actor, right: Right): Actor {
  if (right === MANAGER) return { ...actor, is_manager: true }
  return isFlag(right) ? { ...actor, flags: [...actor.flags, right] } : { ...actor, role: right, is_manager: true }
}
const isFlag = (right: Right): right is Flag => (flags as readonly Right[]).includes(right)

test.each(allCalls.filter(([, c]) => typeof c.access === 'object'))(
  'whom %s refuses is told what is missing, and who gives it; each of it would do',
  async (_, c) => {
    for (const { name, actor, code, detail } of await refusals(c)) {
      expect(code, name).toBe('forbidden')
      expect(detail?.grantor, name).toBeTruthy()
      expect(detail?.missing?.length, name).toBeGreaterThan(0)
      for (const right of detail?.missing ?? []) expect(allows(c.access, having(actor, right)), `${name} with ${right}`).toBe(true)
    }
  },
)

describe('people to whom more applies', () => {
  const outcome = async (c: Call, name: string) => {
    const { status, text } = await ask(w, c, askers.get(name) as Asker)
    return status === 401 || status === 403 ? (JSON.parse(text) as { code: string }).code : 'in'
  }
  const manager: Actor = { role: 'reseller', is_manager: true, flags, enable_web_view: true }
  const ENDS_IT = ['logout', 'viewEnd']

  test.each(allCalls.filter(([name]) => !ENDS_IT.includes(name)))(
    '%s: in a support view it is read as the organisation’s manager reads it, and changes nothing',
    async (_, c) => {
      const changes = (alwaysChanges(c) || c.reveals) && !c.inView
      const wanted = !allows(c.access, manager) ? 'forbidden' : changes && c.access !== 'public' ? 'view_only' : 'in'
      expect(await outcome(c, IN_VIEW)).toBe(wanted)
    },
  )

  test.each(allCalls.filter(([name]) => !ENDS_IT.includes(name)))(
    '%s: with a password that somebody else set only what is about oneself is open',
    async (_, c) => {
      const wanted = !allows(c.access, manager) ? 'forbidden' : c.access === 'all' || c.access === 'public' ? 'in' : 'password_new_needed'
      expect(await outcome(c, PASSWORD_NEW)).toBe(wanted)
    },
  )

  test('a support view is left by its own call alone', async () => {
    expect(await outcome(calls.settingsUpdate, IN_VIEW)).toBe('view_only')
    expect(await outcome(calls.viewEnd, IN_VIEW)).toBe('in')
    expect(await outcome(calls.viewsList, IN_VIEW)).toBe('in')
  })
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
