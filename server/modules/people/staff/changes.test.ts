// Changing a user's account: which rights can be given, what suspending does, and how a user is helped to sign in again.
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { listed } from './fixtures/staff-list.ts'

const w = await fileWorld()
let nord = await w.signIn('nord')
let sud = await w.signIn('sud')

const { names, idOf, one } = listed(
  () => w,
  () => nord,
)
const problem = (field: string, code: string) => ({ code: 'invalid_input', problems: [{ field, code }] })

/** Makes a user with a password, without a registration mail. */
async function arrive(username: string, fields: { organisation?: string; internal_role?: number; flags?: readonly string[] } = {}) {
  const { organisation = 'nord', internal_role = 1, flags = [] } = fields
  await rowsOf(
    w,
    `insert into users (tenant_id, id, organisation_id, username, full_name, email, password_hash, internal_role, flags, created_at)
     select 1, gen_random_uuid(), organisation_id, $2, $2, $2 || '@example.test', password_hash, $3, $4, created_at from users where tenant_id = 1 and username = $1`,
    [organisation, username, internal_role, flags],
  )
  return idOf(username)
}

describe('rights of a user', () => {
  test('are at most the organisation’s: a right that the organisation lacks is refused by name, and not left out without notice', async () => {
    const user_id = await idOf('nord-stock')
    await expect(nord.calls.staffUpdate({ user_id, flags: ['has_product', 'has_flixbus'] })).rejects.toMatchObject(problem('flags', 'not_held'))
    expect((await one('nord-stock')).flags).toEqual(['has_inventory', 'has_product', 'has_supplier'])
    await expect(nord.calls.staffUpdate({ user_id: await idOf('kiosque-caisse'), flags: ['has_inventory'] })).rejects.toMatchObject(
      problem('flags', 'not_held'),
    )
  })

  test('allow exactly the calls they are for, and a change applies to the very next call', async () => {
    const user_id = await arrive('only-credit', { flags: ['has_credit'] })
    const me = await w.signIn('only-credit')
    await me.calls.customersListShort({})
    await expect(me.calls.stockList({})).rejects.toMatchObject({ code: 'forbidden', detail: { missing: ['has_inventory'] } })
    await nord.calls.staffUpdate({ user_id, flags: ['has_inventory'] })
    await me.calls.stockList({})
    await expect(me.calls.customersListShort({})).rejects.toMatchObject({ code: 'forbidden' })
    const notices = await rowsOf<{ kind: string; data: object }>(w, 'select kind, data from notices where tenant_id = 1 and user_id = $1', [user_id])
    expect(notices).toEqual([{ kind: 'rights_changed', data: { name: 'Nadia Norbert' } }])
  })

  test('cannot be changed by the users themselves, nor can role, state or sign-in; the job title can', async () => {
    const user_id = await idOf('nord')
    const dangerous: Omit<Parameters<Person['calls']['staffUpdate']>[0], 'user_id'>[] = [
      { flags: ['has_flixbus'] },
      { internal_role: 1 },
      { is_active: false },
      { otp_type: 'email' },
      { email: 'thief@example.test' },
    ]
    for (const given of dangerous) await expect(nord.calls.staffUpdate({ user_id, ...given })).rejects.toMatchObject({ code: 'own_account' })
    await expect(nord.calls.loginTokenIssue({ user_id })).rejects.toMatchObject({ code: 'own_account' })
    await nord.calls.staffUpdate({ user_id, job_role: 'Directrice' })
    expect((await one('nord')).job_role).toBe('Directrice')
  })

  test('are logged with every change, before and after', async () => {
    const user_id = await arrive('written')
    await nord.calls.staffUpdate({ user_id, flags: ['has_product'], reason: 'new task' })
    const rows = await rowsOf<{ before: object; after: object; reason: string; username: string }>(
      w,
      `select before, after, reason, username from audit where tenant_id = 1 and subject_id = $1 and action = 'staffUpdate'`,
      [user_id],
    )
    expect(rows).toEqual([{ before: { flags: [] }, after: { flags: ['has_product'] }, reason: 'new task', username: 'nord' }])
  })
})

describe('deactivating a user’s account', () => {
  test('refuses the user’s very next call and says that the account is inactive; when the account is active again the old session stays ended', async () => {
    const user_id = await arrive('to-stop', { flags: ['has_product'] })
    const me = await w.signIn('to-stop')
    await me.calls.productsList({})
    await nord.calls.staffUpdate({ user_id, is_active: false, reason: 'left' })
    await expect(me.calls.productsList({})).rejects.toMatchObject({ status: 401, code: 'signed_out', account_status: 0 })
    await expect(w.signIn('to-stop')).rejects.toMatchObject({ code: 'login_wrong' })
    await nord.calls.staffUpdate({ user_id, is_active: true })
    await expect(me.calls.productsList({})).rejects.toMatchObject({ code: 'signed_out', account_status: 1 })
    await w.signIn('to-stop')
  })

  test('ends a waiting sign-in, and makes an issued token invalid', async () => {
    const user_id = await arrive('to-stop-waiting')
    await nord.calls.staffUpdate({ user_id, login_approval: true })
    const browser: Record<string, string> = {}
    const asked = await w.anonymous(undefined, browser).login({ username: 'to-stop-waiting', password: 'Demo!2026' })
    const { token } = await nord.calls.loginTokenIssue({ user_id })
    await nord.calls.staffUpdate({ user_id, is_active: false })
    await nord.calls.staffUpdate({ user_id, is_active: true })
    const { reference_id, reference, approval_number: number } = asked
    await expect(nord.calls.loginRequestDecide({ reference_id, action: 'approve', number })).rejects.toMatchObject({ code: 'request_over' })
    await expect(w.anonymous(undefined, browser).approvalCheck({ reference_id, reference })).rejects.toMatchObject({ code: 'login_expired' })
    await expect(w.anonymous(undefined, browser).login({ username: 'to-stop-waiting', password: 'Demo!2026', token })).rejects.toMatchObject({
      code: 'login_wrong',
    })
  })

  test('is refused for the last manager of an organisation who can sign in', async () => {
    const user_id = await idOf('gare')
    await expect(nord.calls.staffUpdate({ user_id, is_active: false })).rejects.toMatchObject(problem('is_active', 'last_manager'))
    await expect(nord.calls.staffUpdate({ user_id, internal_role: 1 })).rejects.toMatchObject(problem('internal_role', 'last_manager'))
    const second = await arrive('gare-two', { organisation: 'gare', internal_role: 0 })
    await nord.calls.staffUpdate({ user_id, is_active: false })
    await expect(nord.calls.staffUpdate({ user_id: second, internal_role: 2 })).rejects.toMatchObject(problem('internal_role', 'last_manager'))
    await nord.calls.staffUpdate({ user_id, is_active: true })
  })

  test('by two managers who deactivate each other at the same moment leaves one of them active', async () => {
    const ids = [await arrive('left', { organisation: 'sud', internal_role: 0 }), await arrive('right', { organisation: 'sud', internal_role: 0 })] as const
    const [left, right] = [await w.signIn('left'), await w.signIn('right')]
    await nord.calls.staffUpdate({ user_id: await idOf('sud'), is_active: false })
    await Promise.allSettled([left.calls.staffUpdate({ user_id: ids[1], is_active: false }), right.calls.staffUpdate({ user_id: ids[0], is_active: false })])
    const active = await names({ filters: { organisation_id: sud.customer_id, is_active: true } })
    expect(active).toHaveLength(1)
    await nord.calls.staffUpdate({ user_id: await idOf('sud'), is_active: true })
    sud = await w.signIn('sud')
  })
})

describe('a user’s second step at sign-in', () => {
  test('can be set only if the user has the mail address or phone number that it needs, and is then required at sign-in', async () => {
    const user_id = await arrive('second')
    await expect(nord.calls.staffUpdate({ user_id, otp_type: 'sms' })).rejects.toMatchObject(problem('otp_type', 'not_reachable'))
    await expect(nord.calls.staffUpdate({ user_id, otp_type: 'app' })).rejects.toMatchObject(problem('otp_type', 'not_reachable'))
    await nord.calls.staffUpdate({ user_id, otp_type: 'sms', mobile: '+33 6 12 34 56 78' })
    expect(await rowsOf(w, 'select otp_type, otp_required from users where tenant_id = 1 and id = $1', [user_id])).toEqual([
      { otp_type: 'sms', otp_required: true },
    ])
    await expect(w.signIn('second')).rejects.toThrow('one_time_code')
  })

  test('can be removed for a user who lost their phone, together with the app’s secret and the recovery codes', async () => {
    const user_id = await arrive('lost-phone')
    await rowsOf(
      w,
      `update users set otp_type = 'app', otp_required = true, otp_secret = 'x', recovery_codes = array['a'::bytea] where tenant_id = 1 and id = $1`,
      [user_id],
    )
    await nord.calls.staffUpdate({ user_id, job_role: 'Terrain' })
    await nord.calls.staffUpdate({ user_id, otp_type: 'app' })
    await nord.calls.staffUpdate({ user_id, otp_type: 'none', reason: 'lost phone' })
    expect(await rowsOf(w, 'select otp_type, otp_required, otp_secret, recovery_codes from users where tenant_id = 1 and id = $1', [user_id])).toEqual([
      { otp_type: 'none', otp_required: false, otp_secret: null, recovery_codes: [] },
    ])
    const [last] = await rowsOf<{ before: object; after: object; reason: string }>(
      w,
      `select before, after, reason from audit where tenant_id = 1 and subject_id = $1 order by id desc limit 1`,
      [user_id],
    )
    expect(last).toEqual({ before: { code_channel: 'app' }, after: { code_channel: 'none' }, reason: 'lost phone' })
    await w.signIn('lost-phone')
  })
})

describe('a token for a user’s next sign-in', () => {
  const password = 'Demo!2026'

  test('allows one sign-in on a new device without approval, within a day', async () => {
    const user_id = await idOf('nord-terrain')
    const { token, expires_at } = await nord.calls.loginTokenIssue({ user_id })
    expect(token).toMatch(/^[a-hjkmnp-z2-9]{10}$/)
    expect(Math.round((Date.parse(expires_at) - w.clock.now().getTime()) / 3_600_000)).toBe(24)
    expect(await w.anonymous().login({ username: 'nord-terrain', password })).toMatchObject({ next_step: 'approval' })
    expect(await w.anonymous().login({ username: 'nord-terrain', password, token })).toMatchObject({ next_step: 'none' })
    await expect(w.anonymous().login({ username: 'nord-terrain', password, token })).rejects.toMatchObject({ code: 'login_wrong' })

    const late = await nord.calls.loginTokenIssue({ user_id })
    w.clock.advance(24 * 3_600_000 + 1000)
    await expect(w.anonymous().login({ username: 'nord-terrain', password, token: late.token })).rejects.toMatchObject({ code: 'login_wrong' })
    nord = await w.signIn('nord')
    sud = await w.signIn('sud')
  })

  test('is not stored or logged in clear, and the user is notified', async () => {
    const user_id = await idOf('nord-terrain')
    const { token } = await nord.calls.loginTokenIssue({ user_id })
    const rows = await rowsOf<{ all: string }>(
      w,
      `select coalesce(string_agg(r, ' '), '') as all from (select u::text as r from users u where tenant_id = 1 union all select a::text from audit a where tenant_id = 1 union all select n::text from notices n where tenant_id = 1) rows`,
    )
    expect(rows[0]?.all).toContain('login_token')
    expect(rows[0]?.all).not.toContain(token)
    expect(w.logs.join('\n')).not.toContain(token)
  })
})
