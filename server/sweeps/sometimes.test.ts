// Calls that change something only if a certain field is sent: without the field they are reads, with the field all rules for changes apply.
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { allows, flags } from '../../contract/kit/access.ts'
import { type Call, changesWith } from '../../contract/kit/call.ts'
import type { Context } from '../http/mount.ts'
import { rowsOf } from '../test/arrange.ts'
import { fileWorld } from '../test/world.ts'
import { ownIds } from './own-ids.ts'
import { ask } from './raw-calls.ts'
import { allCalls, sampleForm } from './samples.ts'

const w = await fileWorld()
const ids = await ownIds(w)
const nord = await w.signIn('nord')
await rowsOf(w, 'update organisations set enable_web_view = true where tenant_id = 1')
const support = await w.signIn('support', { host: 'platform.localhost' })
await support.calls.viewBegin({ tenant_id: 1, organisation_id: nord.customer_id, reason: 'ticket 4711' })
const supporter = { host: 'platform.localhost', headers: support.headers }

const manager = { role: 'reseller', is_manager: true, flags, enable_web_view: true } as const
const sometimes = allCalls.flatMap(([name, c]): [string, Call, string][] =>
  typeof c.changes === 'object' && allows(c.access, manager) ? [[name, c, c.changes.with]] : [],
)

function forms(c: Call, field: string): { reading: Record<string, string>; changing: Record<string, string> } {
  const { [field]: value = '', ...reading } = sampleForm(c, ids)
  return { reading, changing: { ...reading, [field]: value } }
}

test('control: there are calls that change something only if a certain field is sent, and each names that field', () => {
  expect(sometimes.length).toBeGreaterThanOrEqual(3)
  for (const [name, c, field] of sometimes) expect(Object.keys(c.input.shape), name).toContain(field)
})

describe.each(sometimes)('the call %s, which changes something only if a certain field is sent', (_, c, field) => {
  test('may read in a support view, and is refused there if it would change something', async () => {
    const { reading, changing } = forms(c, field)
    expect((await ask(w, c, supporter, reading)).text).not.toContain('view_only')
    expect(await ask(w, c, supporter, changing)).toMatchObject({ status: 403, text: expect.stringContaining('"view_only"') })
  })

  test('is refused, if it would change something, to a session that another server ended; control: that session can still read for a moment', async () => {
    const { reading, changing } = forms(c, field)
    const person = await w.signIn('nord')
    const asker = { host: 'localhost', headers: person.headers }
    await ask(w, c, asker, reading)
    await rowsOf(w, `update sessions set ended_at = now() where tenant_id = 1 and id = '${person.headers.session}'`)
    expect((await ask(w, c, asker, reading)).status).not.toBe(401)
    expect((await ask(w, c, asker, changing)).status).toBe(401)
  })
})

test('a request to save an empty list of discounts counts as one that changes nothing', () => {
  expect([{}, { entries: [] }, { entries: [{}] }].map((input) => changesWith(calls.liveDiscounts, input))).toEqual([false, false, true])
})

/** Never called; it only has to be compiled: `npm run check` fails unless TypeScript refuses all these lines. */
export async function readsAlone(context: Context<typeof calls.customersList>): Promise<void> {
  // @ts-expect-error a call that only reads cannot write to the audit log
  await context.audit(null)
  // @ts-expect-error a call that only reads has no writing transaction
  await context.db.write(1, async () => undefined)
}
