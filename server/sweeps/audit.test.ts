// Every changing call leaves an audit row with its name and its caller; a refused or rolled back call leaves no row; no row contains a secret.

import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { languages } from '../../contract/kit/languages.ts'
import { EURO } from '../../contract/kit/money.ts'
import { catalogueOf } from '../../web/i18n/texts.ts'
import { nameAmong } from '../../web/kit/base/field-names.ts'
import { newId, newIdAt } from '../kit/ids.ts'
import { giveWallet, organisationId, rowsOf } from '../test/arrange.ts'
import { addAccount } from '../test/door.ts'
import { fileWorld } from '../test/world.ts'
import { booked, changing, NEW_PASSWORD } from './audit-table.ts'
import type { Ready } from './audit-ways.ts'

const TENANTS = [0, 1, 2]

const w = await fileWorld()
await giveWallet(w, await organisationId(w, 'kiosque'), 100_000 * EURO)

type Written = { tenant_id: number; action: string; username: string; subject_kind: string; session_id: string | null; address: string }

/** Runs the work; returns the audit rows that it wrote, in any tenant. */
async function writtenBy(work: () => Promise<unknown>): Promise<Written[]> {
  const since = newId()
  await work()
  const rows = TENANTS.map((tenant_id) =>
    rowsOf<Written>(w, 'select tenant_id, action, username, subject_kind, session_id, address from audit where id > $1 order by id', [since], tenant_id),
  )
  return (await Promise.all(rows)).flat()
}

async function rowOf(name: string, { by, call }: Ready): Promise<Written[]> {
  return (await writtenBy(call)).filter(({ action, username }) => action === name && username === by)
}

describe.each(Object.entries(changing))('the changing call %s', (name, way) => {
  test('leaves a row in the audit log, with its user and origin', async () => {
    const rows = await rowOf(name, await way(w))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toMatchObject({ address: '127.0.0.1', subject_kind: expect.not.stringMatching(/^call$/) })
  })
})

describe.each(Object.entries(booked))('the booking call %s', (_, { table, way }) => {
  test('leaves a row in the books, with its user and session', async () => {
    const { by, call } = await way(w)
    // New rows are found by their ids, which contain the time: ids of sales have the time of the world's clock, all others that of the machine.
    const since = table === 'sales' ? newIdAt(w.clock.now()) : newId()
    await call()
    const rows = await rowsOf(
      w,
      `select t.id from ${table} t join users u on u.tenant_id = 1 and u.id = t.user_id join sessions s on s.tenant_id = 1 and s.id = t.session_id and s.user_id = t.user_id
        where t.tenant_id = 1 and u.username = $1 and t.id > $2`,
      [by, since],
    )
    expect(rows).toHaveLength(1)
  })
})

test('control: the sweep notices a changing call that is not logged', async () => {
  await w.owner.query(
    `create function lost() returns trigger language plpgsql as $$ begin return case new.action when 'settingsUpdate' then null else new end; end $$`,
  )
  await w.owner.query('create trigger lost before insert on audit for each row execute function lost()')
  try {
    expect(await rowOf('settingsUpdate', await changing.settingsUpdate(w))).toEqual([])
    expect(await rowOf('sessionEnd', await changing.sessionEnd(w))).toHaveLength(1)
  } finally {
    await w.owner.query('drop function lost() cascade')
  }
})

test('taking a batch off sale leaves a row in the audit log, looking at stock leaves none', async () => {
  // Moves the clock past the window of sign-in attempts.
  w.clock.advance(15 * 60_000)
  const nord = await w.signIn('nord')
  const [batch] = await rowsOf<{ batch_no: number }>(w, `select batch_no from batches where tenant_id = 1 and state = 'ready' order by batch_no limit 1`)
  expect(await writtenBy(() => nord.calls.stockList({}))).toEqual([])
  expect(await writtenBy(() => nord.calls.stockList({ action: 'unpublish', batch_no: batch?.batch_no ?? 0 }))).toMatchObject([
    { action: 'stockList', username: 'nord', subject_kind: 'batch' },
  ])
})

test('a superadmin’s changes in a tenant are in the audit log of that tenant', async () => {
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 2 })
  const [customer] = await rowsOf<{ id: string }>(w, `select id from organisations where kind = 'seller' limit 1`, [], 2)
  const { transaction_key } = await platform.calls.transactionKey({})
  const rows = await writtenBy(() => platform.calls.walletChange({ transaction_key, customer_id: customer?.id ?? '', amount: 5 * EURO }))
  expect(rows).toMatchObject([{ tenant_id: 2, action: 'walletChange', username: 'platform', subject_kind: 'customer' }])
})

test('a repeated booking leaves one row in the audit log', async () => {
  // Moves the clock past the window of sign-in attempts.
  w.clock.advance(15 * 60_000)
  const nord = await w.signIn('nord')
  const asked = { transaction_key: (await nord.calls.transactionKey({})).transaction_key, customer_id: await organisationId(w, 'gare'), amount: 3 * EURO }
  expect(await writtenBy(async () => [await nord.calls.walletChange(asked), await nord.calls.walletChange(asked)])).toHaveLength(1)
})

describe('a change that did not happen', () => {
  test('because the call was refused, is not in the audit log', async () => {
    // Moves the clock past the window of sign-in attempts.
    w.clock.advance(15 * 60_000)
    const [nord, kiosque] = [await w.signIn('nord'), await w.signIn('kiosque')]
    const { user_id } = await addAccount(w, 'gare')
    const refused = [
      () => w.signIn('nord', { password: 'wrong' }),
      () => kiosque.calls.staffUpdate({ user_id, full_name: 'Mine now' }),
      () => nord.calls.staffUpdate({ user_id: newId(), full_name: 'Nobody' }),
      () => nord.calls.passwordUpdate({ current_password: 'wrong', new_password: NEW_PASSWORD }),
      () => nord.calls.timingsUpdate({ customer_id: newId(), shop_timings: { is_binding: true, days: [], holidays: [] } }),
    ]
    for (const call of refused) expect(await writtenBy(() => call().catch(() => undefined))).toEqual([])
  })

  test('because its transaction was rolled back, is not in the audit log', async () => {
    await w.owner.query(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
    await w.owner.query('create constraint trigger broken after update on organisations deferrable initially deferred for each row execute function broken()')
    try {
      const { call } = await changing.supportUpdate(w)
      expect(await writtenBy(() => call().catch(() => undefined))).toEqual([])
    } finally {
      await w.owner.query('drop function broken() cascade')
    }
  })
})

test('no row of the audit log holds a password, a token, a code or a secret', async () => {
  const given = await secretsGiven()
  const rows = (await Promise.all(TENANTS.map((tenant_id) => rowsOf<{ text: string }>(w, 'select a::text as text from audit a', [], tenant_id)))).flat()
  expect(rows.length).toBeGreaterThan(40)
  const text = rows.map((row) => row.text).join('\n')
  for (const secret of [NEW_PASSWORD, 'Demo!2026', ...given]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/\$argon2|\$scrypt/)
})

/** Has the server issue new secrets, such as tokens and the secret of an authenticator app; returns them. */
async function secretsGiven(): Promise<string[]> {
  // The sign-ins of the tests above used up the attempts of this quarter of an hour, so the clock is moved to the next one.
  w.clock.advance(15 * 60_000)
  const nord = await w.signIn('nord')
  const { user_id } = await addAccount(w, 'nord', { login_approval: true })
  const { token } = await nord.calls.loginTokenIssue({ user_id })
  const { username } = await addAccount(w, 'nord')
  const me = await w.signIn(username)
  const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: 'Demo!2026' })
  return [token, secret, me.token, nord.token]
}

test('every action in the audit log is a call that may change something', async () => {
  const rows = await Promise.all(TENANTS.map((tenant_id) => rowsOf<{ action: string }>(w, 'select distinct action from audit', [], tenant_id)))
  const known = new Set<string>([
    ...Object.keys(changing),
    'approvalCheck',
    'stockList',
    'poolsList',
    'liveDiscounts',
    'liveDiscountsPlatform',
    'flixbus',
    'dtOne',
  ])
  expect([...new Set(rows.flat().map(({ action }) => action))].filter((action) => !known.has(action))).toEqual([])
  expect([...known].every((name) => name in calls)).toBe(true)
})

test.each(languages)('every action, kind and field in the audit log has a name in the texts of the language %s', async (language) => {
  const textsOf = (area: string) => catalogueOf(area, language)
  const [texts, fields, { screens }] = [textsOf('audit'), textsOf('fields'), textsOf('house')]
  const rows = await Promise.all(
    TENANTS.map((tenant_id) =>
      rowsOf<{ within: string; name: string }>(
        w,
        `select distinct named.* from audit a, lateral (
           values ('actions', a.action), ('kinds', a.subject_kind)
           union all select 'fields', jsonb_object_keys(a.before || a.after)) named (within, name)`,
        [],
        tenant_id,
      ),
    ),
  )
  const names = rows.flat()
  expect(names).toContainEqual({ within: 'fields', name: 'credit_limit' })
  const isNamed = ({ within, name }: (typeof names)[number]) =>
    texts[within]?.[name] || (within !== 'actions' && nameAmong(fields, name)) || (within === 'kinds' && screens[name])
  expect([...new Set(names.filter((one) => !isNamed(one)).map(({ within, name }) => `${within}.${name}`))].sort()).toEqual([])
})
