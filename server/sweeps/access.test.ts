// Every call made by every kind of person: the server admits exactly those whom the contract names, and the committed table shows the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { type Actor, allows, type Flag, flags, MANAGER, type Right } from '../../contract/kit/access.ts'
import { alwaysChanges, type Call } from '../../contract/kit/call.ts'
import { openapi } from '../../contract/kit/openapi.ts'
import { lookedAt } from '../test/coverage-count.ts'
import { fileWorld } from '../test/world.ts'
import { accessTable, people } from './access-table.ts'
import { crowd, IN_VIEW, PASSWORD_NEW } from './crowd.ts'
import { type Asker, ask } from './raw-calls.ts'
import { allCalls } from './samples.ts'

const w = await fileWorld()
const askers = await crowd(w)

type Answered = { person: (typeof people)[number]; status: number; text: string }

/** Makes a call once as each kind of person; returns the server's answers. */
async function answersTo(c: Call): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const person of people) {
    const { status, text } = await ask(w, c, askers.get(person.name) as Asker)
    answered.push({ person, status, text })
  }
  return answered
}

/** People for whom the server's decision differs from the rule. */
const differences = (c: Call, answered: readonly Answered[]) =>
  answered.flatMap(({ person, status, text }) => {
    const isIn = status !== 401 && status !== 403
    return isIn !== allows(c.access, person.actor) || status >= 500 ? [`${person.name}: ${status} ${text.slice(0, 100)}`] : []
  })

/** Returns the actor with this right added. */
function having(actor: Actor, right: Right): Actor {
  if (right === MANAGER) return { ...actor, is_manager: true }
  return isFlag(right) ? { ...actor, flags: [...actor.flags, right] } : { ...actor, role: right, is_manager: true }
}
const isFlag = (right: Right): right is Flag => (flags as readonly Right[]).includes(right)

/** Expects that a signed-in person who is refused is told the missing rights, any one of which would be enough, and who grants them. */
function expectTold(c: Call, answered: readonly Answered[]) {
  for (const { person, text } of answered) {
    const { name, actor } = person
    if (!actor || allows(c.access, actor)) continue
    const { code, detail }: { code: string; detail?: { missing?: Right[]; grantor?: string } } = JSON.parse(text)
    expect(code, name).toBe('forbidden')
    expect(detail?.grantor, name).toBeTruthy()
    expect(detail?.missing?.length, name).toBeGreaterThan(0)
    for (const right of detail?.missing ?? []) expect(allows(c.access, having(actor, right)), `${name} with ${right}`).toBe(true)
  }
}

test.for(allCalls.filter(([name]) => name !== 'logout'))(
  'the call %s admits exactly the people whom its rule names; a refused person is told the missing right and who grants it',
  async ([name, c], { task }) => {
    lookedAt(task, { calls: [name, 'logout'], actors: people.map((person) => person.name) })
    const answered = await answersTo(c)
    expect(differences(c, answered)).toEqual([])
    if (typeof c.access === 'object') expectTold(c, answered)
  },
)

describe('people with a restricted session', () => {
  const outcome = async (c: Call, name: string) => {
    const { status, text } = await ask(w, c, askers.get(name) as Asker)
    return status === 401 || status === 403 ? (JSON.parse(text) as { code: string }).code : 'in'
  }
  const manager: Actor = { role: 'reseller', is_manager: true, flags, enable_web_view: true }
  const ENDS_IT = ['logout', 'viewEnd']

  test.each(allCalls.filter(([name]) => !ENDS_IT.includes(name)))(
    'may in a support view make the call %s only if it reads, and if the organisation’s manager may make it',
    async (_, c) => {
      const changes = (alwaysChanges(c) || c.reveals) && !c.inView
      const wanted = !allows(c.access, manager) ? 'forbidden' : changes && c.access !== 'public' ? 'view_only' : 'in'
      expect(await outcome(c, IN_VIEW)).toBe(wanted)
    },
  )

  test.each(allCalls.filter(([name]) => !ENDS_IT.includes(name)))(
    'may, with a password that somebody else has set, make the call %s only if it is about themselves',
    async (_, c) => {
      const wanted = !allows(c.access, manager) ? 'forbidden' : c.access === 'all' || c.access === 'public' ? 'in' : 'password_new_needed'
      expect(await outcome(c, PASSWORD_NEW)).toBe(wanted)
    },
  )

  test('may in a support view read and end the view, but change nothing', async () => {
    expect(await outcome(calls.settingsUpdate, IN_VIEW)).toBe('view_only')
    expect(await outcome(calls.viewEnd, IN_VIEW)).toBe('in')
    expect(await outcome(calls.viewsList, IN_VIEW)).toBe('in')
  })
})

test('control: the comparison finds a rule that admits more or fewer people than the server does', async () => {
  const wider: Call = { ...calls.stockList, access: 'all' }
  const narrower: Call = { ...calls.balance, access: { roles: ['seller'] } }
  for (const c of [wider, narrower]) expect(differences(c, await answersTo(c))).not.toEqual([])
})

test('the call logout admits exactly the people whom its rule names', async () => {
  expect(differences(calls.logout, await answersTo(calls.logout))).toEqual([])
  expect(differences(calls.logout, await answersTo(calls.logout))).not.toEqual([])
})

test('the committed table of access is that of the contract (npm run generate)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/access.md'), 'utf8')).toBe(accessTable(calls))
})

test('the committed OpenAPI document is that of the contract (npm run generate)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')).toBe(`${JSON.stringify(openapi(calls), null, 2)}\n`)
})
