// The public status page: its states come from what really happens, the trouble of other resellers' suppliers is not shown, and a flood of requests costs one
// computation.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { PortalPart } from '../../../../contract/sales/portal-status.ts'
import type { Finding } from '../../../kit/check.ts'
import { newId } from '../../../kit/ids.ts'
import { SendFailure } from '../../../kit/post.ts'
import { giveWallet, organisationId, rowsOf } from '../../../test/arrange.ts'
import { askedBy, numberOf, productsFor, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld, HOST } from '../../../test/world.ts'
import { messageJobs, putMessage } from '../../messages/messages/messages.ts'
import { topUpSupplier } from './fixtures/supplier.ts'
import { measure } from './portal-status.ts'

const MINUTE = 60_000
const KEPT = 11_000

let own: Finding = { ok: true, detail: '' }
let isPostAway = false
/** How often the server's checks ran: once in each computation. */
let computed = 0
const w = await fileWorld({
  checks: [
    {
      name: 'own',
      look: () => {
        computed++
        return own
      },
    },
  ],
  post: {
    linkOrigin: 'http://{host}',
    email: {
      send: async () => {
        if (isPostAway) throw new SendFailure('ECONNREFUSED', 'away')
      },
      close: () => undefined,
    },
    sms: null,
  },
})
const { sim } = await topUpsThere(w)
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const needs = { ...w.services, db: w.db }

beforeEach(async () => {
  // Each test begins an hour later, so that the failures of the test before no longer count.
  w.clock.advance(61 * MINUTE)
  own = { ok: true, detail: '' }
  isPostAway = false
  sim.control('reset', {})
  Object.assign(platform, await w.signIn('platform', { host: 'platform.localhost' }))
  await platform.calls.tenantChoose({ tenant_id: 1 })
  await rowsOf(w, 'delete from disturbances where tenant_id = 1')
  await rowsOf(w, `update connections set tested_at = null, test_outcome = '' where tenant_id = 1`)
})

/** The status page, read after the kept answer has expired. */
const page = (host = HOST) => {
  w.clock.advance(KEPT)
  return w.anonymous(host).portalStatus({})
}
const partAt = async (part: PortalPart, host = HOST) => (await page(host)).parts.find((each) => each.part === part)
const stateOf = async (part: PortalPart, host = HOST) => (await partAt(part, host))?.state

const { connection_id, unanswered } = await topUpSupplier(w)

describe('the state of a part', () => {
  test('of top-ups is down while their supplier does not answer, and is working again some minutes after the last failure and a good test', async () => {
    expect(await stateOf('top_ups')).toBe('working')
    sim.fault('balances', 'status_500', false, 3)
    await platform.calls.connectionTest({ connection_id })
    await w.services.suppliers.flush()
    expect(await stateOf('top_ups')).toBe('down')
    expect(await stateOf('till')).toBe('working')
    w.clock.advance(6 * MINUTE)
    expect(await stateOf('top_ups')).toBe('disturbed')
    await platform.calls.connectionTest({ connection_id })
    expect(await stateOf('top_ups')).toBe('working')
  })

  test('of top-ups is disturbed while three orders are in doubt, and not while two are', async () => {
    const shop = await w.signIn('kiosque')
    await giveWallet(w, shop.customer_id, 1_000 * EURO)
    const [product] = (await productsFor(shop)).filter(({ arrives: { from, to } }) => from === to)
    const inDoubt = async (endings: readonly string[]) => {
      for (const ending of endings) {
        sim.fault('create', 'cut', true)
        const { configuration_id } = product ?? {}
        await shop.calls.dtOne(await askedBy(shop, { configuration_id, mobile_number: numberOf(ending) }))
      }
      await w.services.live.idle()
      w.clock.advance(6 * MINUTE)
    }
    await inDoubt(['100', '110'])
    expect(await stateOf('top_ups')).toBe('working')
    await inDoubt(['120'])
    expect(await stateOf('top_ups')).toBe('disturbed')
    w.clock.advance(61 * MINUTE)
    expect(await stateOf('top_ups')).toBe('working')
  })

  test('of the till is down while the server is not ready to sell', async () => {
    expect(await stateOf('till')).toBe('working')
    own = { ok: false, detail: 'secret detail' }
    const { parts, ...rest } = await page()
    expect(parts[0]).toMatchObject({ part: 'till', state: 'down' })
    expect(JSON.stringify({ parts, rest })).not.toContain('secret')
  })

  test('of messages is down while the mail server cannot be reached, and working after the messages were sent', async () => {
    const organisation_id = await organisationId(w, 'kiosque')
    const write = (n: number) =>
      w.db.write(1, async (q) => {
        for (let i = 0; i < n; i++)
          await putMessage(q, w.services, {
            ...{ kind: 'registration', channel: 'email', recipient: `${newId()}@example.test`, language: 'fr', organisation_id },
            data: { name: 'Zoé', path: '/registration/set-password/x.y' },
          })
      })
    isPostAway = true
    await write(2)
    await messageJobs(needs).send_messages?.work({ tenant_id: 1 })
    expect(await stateOf('messages')).toBe('working')
    await write(1)
    w.clock.advance(MINUTE)
    await messageJobs(needs).send_messages?.work({ tenant_id: 1 })
    w.clock.advance(6 * MINUTE)
    expect(await stateOf('messages')).toBe('down')
    isPostAway = false
    await messageJobs(needs).send_messages?.work({ tenant_id: 1 })
    expect(await stateOf('messages')).toBe('working')
  })

  test('is not_offered for what a reseller does not sell, and the trouble of another reseller’s supplier is not shown', async () => {
    await unanswered()
    expect(await stateOf('top_ups')).toBe('down')
    expect(await stateOf('top_ups', 'rhein.localhost')).not.toBe('down')
    await measure(needs, 1)
    await measure(needs, 2)
    expect((await partAt('top_ups'))?.days).not.toEqual([])
    expect((await page('rhein.localhost')).parts.flatMap(({ days }) => days)).toEqual([])
    await rowsOf(w, `update connections set is_active = false where tenant_id = 1 and id = '${connection_id}'`)
    expect(await stateOf('top_ups')).toBe('not_offered')
    await rowsOf(w, `update connections set is_active = true where tenant_id = 1 and id = '${connection_id}'`)
  })
})

describe('the status page', () => {
  test('names no supplier, no person and no id', async () => {
    await unanswered()
    await measure(needs, 1)
    const text = JSON.stringify(await page())
    const names = await rowsOf<{ name: string }>(
      w,
      `select company as name from suppliers where tenant_id = 1 union select name from organisations where tenant_id = 1
       union select username from users where tenant_id = 1`,
    )
    for (const { name } of names) expect(text).not.toContain(`"${name}`)
    expect(text).not.toContain(connection_id)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(text).not.toMatch(/dt.?one|flixbus|reloadly/i)
  })

  test('is computed once for two hundred requests at the same time, and again after some seconds', async () => {
    w.clock.advance(KEPT)
    const before = computed
    const visitors = Array.from({ length: 200 }, (_, i) => w.anonymous(HOST, {}, `198.51.100.${i % 100}`).portalStatus({}))
    const pages = await Promise.all(visitors)
    expect(computed - before).toBe(1)
    expect(new Set(pages.map(({ as_of }) => as_of)).size).toBe(1)
    // Control: requests for which no answer is kept are computed one by one.
    for (let i = 0; i < 3; i++) await page()
    expect(computed - before).toBe(4)
  })

  test('shows the notices of the host’s own organisation and of the platform, and not those of another reseller', async () => {
    const day = (offset: number) => new Date(w.clock.now().getTime() + offset * 24 * 60 * MINUTE).toISOString().slice(0, 10)
    const notice = { kind: 'maintenance', valid_from: day(-1), valid_until: day(1), note: 'From four to five o’clock' } as const
    const nord = await w.signIn('nord')
    const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
    const { status_notice_id } = await nord.calls.statusNoticeAdd({ ...notice, headline: 'Of the reseller' })
    await platform.calls.statusNoticeAdd({ ...notice, headline: 'Of the platform' })
    await rhein.calls.statusNoticeAdd({ ...notice, headline: 'Of another reseller' })
    expect((await page()).notices.map(({ headline }) => headline)).toEqual(['Of the platform', 'Of the reseller'])
    expect((await page('rhein.localhost')).notices.map(({ headline }) => headline)).toEqual(['Of another reseller'])
    // A notice that ended more than a week ago is no longer shown.
    await nord.calls.statusNoticeUpdate({ status_notice_id, valid_from: day(-30), valid_until: day(-9) })
    expect((await page()).notices.map(({ headline }) => headline)).toEqual(['Of the platform'])
  })
})
