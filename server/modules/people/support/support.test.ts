// Support views an organisation only if that organisation allows it, without changing anything, with masked data, for half an hour; each view is logged.
import { beforeEach, describe, expect, test } from 'vitest'
import { VIEW_MINUTES } from '../../../../contract/people/support.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

let supporter: Person
const w = await fileWorld()
const kiosque = await organisationId(w, 'kiosque')
beforeEach(async () => {
  supporter = await w.signIn('support', { host: 'platform.localhost' })
})

const begin = (organisation_id = kiosque, tenant_id = 1) => supporter.calls.viewBegin({ tenant_id, organisation_id, reason: 'ticket 4711' })
const allow = (yes: boolean) => rowsOf(w, 'update organisations set enable_web_view = $2 where tenant_id = 1 and id = $1', [kiosque, yes])

describe('a support view', () => {
  test('is offered for organisations that allow it, and for no others', async () => {
    const { content, filters } = await supporter.calls.viewsList({})
    expect(content).toMatchObject([{ organisation_name: 'Kiosque Nord', tenant_name: 'Comptoir Nord', account_role: 2 }])
    expect(filters.total_count).toBe(1)
    await expect(begin(await organisationId(w, 'gare'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(begin(kiosque, 2)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('shows what the shop’s manager sees, with prices and personal data masked', async () => {
    await begin()
    const me = await supporter.calls.authCheck({})
    expect(me).toMatchObject({ organisation_name: 'Kiosque Nord', account_role: 2, internal_role: 0, has_cash_card: 1, username: 'support' })
    expect(me.view?.organisation_name).toBe('Kiosque Nord')
    const { content } = await supporter.calls.sellerProductsV2({})
    expect(content.length).toBeGreaterThan(10)
    expect(content.every((offer) => offer.price === null)).toBe(true)
    expect(me.email).toMatch(/^s•+$/)
  })

  test('allows no change and reveals no PIN', async () => {
    await begin()
    const view_only = { status: 403, code: 'view_only' }
    await expect(supporter.calls.favouritesSet({ configuration_ids: [] })).rejects.toMatchObject(view_only)
    await expect(supporter.calls.settingsUpdate({ full_name: 'X' })).rejects.toMatchObject(view_only)
    const { transaction_key } = await supporter.calls.transactionKey({})
    const [offer] = (await supporter.calls.sellerProductsV2({})).content
    await expect(supporter.calls.sell({ transaction_key, configuration_id: offer?.configuration_id ?? '', quantity: 1 })).rejects.toMatchObject(view_only)
    const [sale] = (await supporter.calls.salesList({})).content
    await expect(supporter.calls.reprint({ sale_id: sale?.sale_id ?? '' })).rejects.toMatchObject(view_only)
  })

  test('allows no export', async () => {
    await begin()
    const exports = `select count(*)::int as made from exports where tenant_id = 1`
    const before = await rowsOf(w, exports)
    const columns = [{ key: 'created_at', header: 'Date' }]
    await expect(supporter.calls.exportStart({ list: 'salesList', input: {}, columns })).rejects.toMatchObject({ status: 403, code: 'view_only' })
    expect(await rowsOf(w, exports)).toEqual(before)
  })

  test('ends after its time, when support ends it, and when the shop no longer allows it', async () => {
    await begin()
    await supporter.calls.viewEnd({})
    expect(await supporter.calls.authCheck({})).toMatchObject({ account_role: 3, view: null })

    await begin()
    await allow(false)
    w.clock.advance(6_000)
    expect(await supporter.calls.authCheck({})).toMatchObject({ account_role: 3, view: null })
    await expect(supporter.calls.sellerProductsV2({})).rejects.toMatchObject({ code: 'forbidden' })
    await allow(true)

    await begin()
    w.clock.advance((VIEW_MINUTES - 1) * 60_000)
    expect(await supporter.calls.authCheck({})).toMatchObject({ account_role: 2 })
    w.clock.advance(61_000)
    expect(await supporter.calls.authCheck({})).toMatchObject({ account_role: 3, view: null })
  })

  test('is recorded in the viewed organisation’s log, with the reason', async () => {
    await begin()
    const rows = await rowsOf(w, `select username, subject_name, reason from audit where tenant_id = 1 and action = 'viewBegin' order by id desc limit 1`)
    expect(rows).toEqual([{ username: 'support', subject_name: 'Kiosque Nord', reason: 'ticket 4711' }])
  })

  test('can be begun only by users of support, and only while the platform allows views', async () => {
    const nord = await w.signIn('nord')
    await expect(nord.calls.viewsList({})).rejects.toMatchObject({ code: 'forbidden', detail: { missing: ['web_support'] } })
    await rowsOf(w, `update organisations set enable_web_view = false where tenant_id = 0 and kind = 'platform'`, [], 0)
    w.clock.advance(6_000)
    await expect(supporter.calls.viewsList({})).rejects.toMatchObject({ code: 'forbidden' })
    await rowsOf(w, `update organisations set enable_web_view = true where tenant_id = 0 and kind = 'platform'`, [], 0)
  })
})
