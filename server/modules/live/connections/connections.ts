// The module's public interface: checks of a connection before it is stored, and the test of its supplier.

import type { InputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { connectionAdd, weathers } from '../../../../contract/live/connections.ts'
import type { Services } from '../../../http/services.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Keys } from '../../../kit/keys.ts'
import type { Query } from '../../../postgres/db.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { type Adapter, credentialsFrom, settingsFrom, type Words } from '../../../suppliers/adapters.ts'
import { baseOf, type Permitted } from '../../../suppliers/addresses.ts'
import { credentialsBound, type OpenSupplier } from '../../../suppliers/connections.ts'
import type { Answer } from '../../../suppliers/supplier.ts'
import { ending } from '../../../suppliers/wire-mask.ts'
import type { Tax } from '../../goods/products/products.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { dueAgain } from '../live-products/live-products.ts'
import { activeConnections, noteTest, type Written } from './connections.sql.ts'

export type Entered = Omit<InputOf<typeof connectionAdd>, 'company' | 'adapter'> & Words

/** Refuses a URL that our servers may not contact, before it is stored: the connection's base URL, or the sign-in URL in its settings. */
function checkAddress(field: string, text: string, permitted: Permitted): void {
  const found = baseOf(text, permitted)
  // The name of a simulator is permitted even while that simulator does not run.
  if ('problem' in found && found.problem !== 'not_running') throw refuseField(field, 'not_permitted')
}

/** Checks the entered fields and returns them in the form in which they are stored; throws, naming the field, if one of them is wrong. */
export function writtenOf(
  at: { tenant_id: number; id: string; adapter: Adapter },
  entered: Entered,
  { keys, permitted }: { keys: Keys; permitted: Permitted },
): Omit<Written, keyof Tax> {
  const { tenant_id, id, adapter } = at
  checkAddress('base_url', entered.base_url, permitted)
  const { origin } = new URL(entered.base_url)
  const credentials = credentialsFrom(adapter, entered)
  if (credentials === undefined) throw refuseField(entered.account === '' ? 'account' : entered.secret === '' ? 'secret' : 'token', 'required')
  const settings = settingsFrom(adapter, entered.settings ?? '')
  if (!settings) throw refuseField('settings', 'not_json')
  if (typeof settings.sign_in_url === 'string') checkAddress('settings', settings.sign_in_url, permitted)
  return {
    ...{ adapter, provider: entered.provider, base_url: entered.base_url, settings: JSON.stringify(settings) },
    credentials: keys.seal(credentialsBound(tenant_id, id), JSON.stringify(credentials)),
    // Identifies the account: a new password for the same account name leaves this value unchanged; the same name at another host gives another value.
    account: keys.sign('supplier account', `${tenant_id}|${adapter}|${origin}|${entered.account}`),
    ...{ account_end: ending(entered.account), is_sandbox: entered.is_sandbox ?? false, is_active: false, balance_alarm: entered.balance_alarm ?? 0 },
  }
}

/**
 * Refuses to change to another account while orders are open, because the supplier must be asked about these orders at the account to which they were sent.
 */
export function keepAccount(before: Written & { open_orders: number }, after: Written): void {
  if (before.open_orders > 0 && !before.account.equals(after.account)) throw refuseField('account', 'account_in_use')
}

const WORDS_MAX = 200

type Tested = { outcome: string; balance: number | null }

/** Tests the connection without changing anything at the supplier; returns a code for whether it accepts our credentials, and our balance if it reports one. */
export async function tested(suppliers: Services['suppliers'], tenant_id: number, id: string): Promise<Tested> {
  const opened = await suppliers.open(tenant_id, id).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  return opened instanceof Error ? { outcome: opened.message.slice(0, WORDS_MAX), balance: null } : asked(found(opened))
}

async function asked(opened: OpenSupplier): Promise<Tested> {
  const answer: Answer<{ available: number | null }> = opened.kind === 'trips' ? map(await opened.trips.cities()) : await opened.supplier.balance()
  if (answer.outcome === 'done') return { outcome: 'done', balance: answer.value.available }
  if (answer.outcome === 'unknown') return { outcome: answer.reason.slice(0, WORDS_MAX), balance: null }
  // A supplier that answers `not_available` does not report a balance, so only an order would test the credentials.
  return { outcome: answer.code === 'not_available' ? 'not_asked' : `${answer.code}: ${answer.reason}`.slice(0, WORDS_MAX), balance: null }
}
const map = (answer: Answer<unknown>): Answer<{ available: null }> => (answer.outcome === 'done' ? { outcome: 'done', value: { available: null } } : answer)

/**
 * Stores the result of a test. If the test succeeded, a catalogue that could not be read becomes due now. If our balance has fallen below its limit since the
 * last test, notifies the platform once and returns the supplier's name.
 */
export async function noteTested(q: Query, tested: Parameters<typeof noteTest>[1]): Promise<string | undefined> {
  const [noted] = await noteTest(q, tested)
  if (tested.outcome === 'done') await dueAgain(q, tested.tenant_id, tested.id, tested.now, 'failing')
  if (!noted?.is_newly_low || tested.balance === null) return undefined
  const { owner_id: organisation_id, company: name, balance_alarm } = noted
  const data = { name, balance: moneyText(tested.balance), amount: moneyText(balance_alarm) }
  await putNotice(q, tested.now, { organisation_id, kind: 'supplier_low', data })
  return name
}

const SLOW_MS = 5_000

/** A supplier's state, computed from how many recent requests it answered and how long its answers took. */
export function weatherOf({ asked, answered, slow_ms }: { asked: number; answered: number; slow_ms: number }): (typeof weathers)[number] {
  if (asked === 0) return 'quiet'
  if (answered * 2 < asked) return 'down'
  return answered * 10 < asked * 9 || slow_ms >= SLOW_MS ? 'poor' : 'fair'
}

/** Reads our balance at each supplier every quarter of an hour. When a balance falls below its limit, the platform is notified, and its start page shows it. */
export const connectionJobs = (ground: Pick<Services, 'db' | 'suppliers' | 'clock' | 'log'>): JobList => ({
  supplier_balances: { cron: '*/15 * * * *', work: rounds(ground, 'supplier_balances', (tenant_id) => readBalances(ground, tenant_id)) },
})

async function readBalances({ db, suppliers, clock, log }: Pick<Services, 'db' | 'suppliers' | 'clock' | 'log'>, tenant_id: number): Promise<void> {
  const all = await db.read(tenant_id, (q) => activeConnections(q, tenant_id))
  await Promise.all(
    all.map(async ({ id }) => {
      const found = await tested(suppliers, tenant_id, id)
      const low = await db.write(tenant_id, (q) => noteTested(q, { tenant_id, id, now: clock(), ...found }))
      if (low) log.warn({ tenant_id, company: low, balance: found.balance }, 'A SUPPLIER’S BALANCE IS LOW')
    }),
  )
}

/** Returns the row that a look-up found; throws not_found if the look-up found no connection with this id. */
export const found = <T>(opened: T | undefined): T => {
  if (opened === undefined) throw new Refusal('not_found')
  return opened
}
