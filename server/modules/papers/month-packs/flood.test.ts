// One user requests the packs of all months at once. The server refuses most of these requests with a time to wait, and delays no other user.
import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { booksClosed } from '../../../test/closed-books.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

vi.setConfig({ testTimeout: 120_000 })
const w = await fileWorld()
const [nord, sud] = [await w.signIn('nord'), await w.signIn('sud')]
const platform = await w.signIn('platform', { host: 'platform.localhost' })
await platform.calls.tenantChoose({ tenant_id: 1 })
const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
for (const tenant_id of [1, 2]) await booksClosed(w, tenant_id)

/** The twelve months before this one. */
const months = Array.from({ length: 12 }, (_, i) => {
  const now = w.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - i, 15)).toISOString().slice(0, 7)
})

/** The exports of these organisations stop at their first page until the promise resolves. */
const held = new Map<string, Promise<void>>()
const { reader } = w.services.lists
w.services.lists.reader = (...asked) => {
  const read = reader(...asked)
  return async (page, context) => {
    await held.get((context as { actor: { organisation_id: string } }).actor.organisation_id)
    return read(page, context)
  }
}
function hold({ customer_id }: Person): () => void {
  let go = () => {}
  held.set(customer_id, new Promise((resolve) => (go = resolve)))
  return () => {
    held.delete(customer_id)
    go()
  }
}

const stateOf = async ({ calls }: Person, download_id: string) => (await calls.exportProgress({ download_id })).state
/** Waits until a pack is ready, which takes a few seconds, and on a busy machine many seconds. */
const isReady = (person: Person, download_id: string) => expect.poll(() => stateOf(person, download_id), { timeout: 60_000 }).toBe('ready')

test('a user may have three packs under way and is refused a fourth, while other users’ packs are made; control: if packs of two users fill their tenant’s limit, a third user’s pack waits', async () => {
  const release = hold(nord)
  const answers = await Promise.allSettled(months.map((month) => nord.calls.monthPack({ month })))
  const begun = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.download_id] : []))
  expect(begun).toHaveLength(3)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'too_many_requests', detail: { wait_s: expect.any(Number) } })

  const [month = ''] = months
  const ask = async (person: Person) => (await person.calls.monthPack({ month })).download_id
  await isReady(sud, await ask(sud))
  await isReady(rhein, await ask(rhein))
  expect((await (await w.signIn('kiosque')).calls.sellerProductsV2({})).content.length).toBeGreaterThan(0)
  expect(await Promise.all(begun.map((id) => stateOf(nord, id)))).not.toContain('ready')

  const releaseOther = hold(sud)
  const [second, third] = [await ask(sud), await ask(platform)]
  await isReady(rhein, await ask(rhein))
  expect(await stateOf(platform, third)).toBe('waiting')
  releaseOther()
  await isReady(platform, third)
  await isReady(sud, second)

  release()
  for (const id of begun) await isReady(nord, id)
  const again = await ask(nord)
  await isReady(nord, again)
  const { bytes } = await nord.calls.exportFetch({ download_id: again })
  expect(Object.keys(unzipSync(Buffer.from(bytes, 'base64')))).toContain('manifest.json')
})
