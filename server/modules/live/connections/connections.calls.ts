// Calls that list, add, change and test connections to suppliers of live goods.

import { type AdapterName, adapters } from '../../../../contract/kit/adapters.ts'
import { percentText } from '../../../../contract/kit/money.ts'
import { usualTreatment } from '../../../../contract/live/connections.ts'
import type { Handlers } from '../../../http/mount.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { enteredAs } from '../../../suppliers/adapters.ts'
import { credentialsBound } from '../../../suppliers/connections.ts'
import { namesTax, taxOf } from '../../goods/products/products.ts'
import { dueAgain } from '../live-products/live-products.ts'
import {
  addConnection,
  changeConnection,
  connectionCount,
  connectionToChange,
  platformOf,
  putTicketTax,
  connections as rows,
  type Written,
} from './connections.sql.ts'
import { found, keepAccount, noteTested, tested, weatherOf, writtenOf } from './connections.ts'

/** A supplier's present state is computed from its exchanges (requests and answers) in this last span of time. */
const NOW_MS = 15 * 60_000

/** The fields of a connection that the audit log shows: all except our credentials and our account at the supplier. */
const recordOf = ({ credentials: _, account: __, vat_rate, ...kept }: Written) => ({ ...kept, vat_rate: percentText(vat_rate) })
/**
 * Whether each of the provider's products may have its own tax country. All trips share one ticket denomination, so its country is that of the connection.
 */
const hasOwnCountry = (adapter: AdapterName) => adapters[adapter].sells !== 'trips'
const blank = { account: '', secret: '', token: '' }

export const connections: Pick<Handlers, 'connectionsList' | 'connectionAdd' | 'connectionUpdate' | 'connectionTest'> = {
  connectionsList: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const since = newIdAt(new Date(now().getTime() - NOW_MS))
      const found = await rows(q, actor, asked, since)
      return listed(
        asked,
        found.map((row) => ({ ...row, weather: weatherOf(row) })),
        await connectionCount(q, actor, asked),
      )
    }),

  connectionAdd: async ({ company, adapter, ...entered }, { actor: { tenant_id }, db, keys, suppliers, now, audit }) => {
    const id = newId()
    const usual = { vat_treatment: usualTreatment[entered.provider], vat_rate: 0, vat_country: '' }
    const written = {
      ...writtenOf({ tenant_id, id, adapter }, { ...blank, ...entered }, { keys, permitted: suppliers.permitted }),
      ...taxOf(usual, entered, hasOwnCountry(adapter)),
    }
    await db.write(tenant_id, async (q) => {
      const [platform] = await platformOf(q, tenant_id)
      const owner = found(platform).id
      await addConnection(q, tenant_id, id, owner, company, written, now())
      await audit({ subject: { kind: 'connection', id, name: company, organisation_id: owner }, after: { company, ...recordOf(written) } }, q)
    })
    return { connection_id: id }
  },

  connectionUpdate: async ({ connection_id: id, status, company, ...given }, { actor: { tenant_id }, db, keys, suppliers, now, audit }) => {
    await db.write(tenant_id, async (q) => {
      const [row] = await connectionToChange(q, tenant_id, id)
      const { company: called, owner_id, open_orders, ...before } = found(row)
      const known = enteredAs(before.adapter, JSON.parse(keys.unseal(credentialsBound(tenant_id, id), before.credentials)))
      // Fields of the credentials that were sent blank keep their value.
      const said = Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== undefined && !(name in blank && value === '')))
      const entered = { ...before, provider: before.provider as 'dt_one', ...known, ...said }
      const after = {
        ...writtenOf({ tenant_id, id, adapter: before.adapter }, entered, { keys, permitted: suppliers.permitted }),
        is_active: status ?? before.is_active,
        ...taxOf(before, given, hasOwnCountry(before.adapter)),
      }
      keepAccount({ ...before, open_orders }, after)
      const name = company ?? called
      await changeConnection(q, tenant_id, id, name, after, now())
      await dueAgain(q, tenant_id, id, now())
      if (!hasOwnCountry(before.adapter) && namesTax(given)) await putTicketTax(q, tenant_id, after)
      const subject = { kind: 'connection', id, name, organisation_id: owner_id }
      const signIn = before.account.equals(after.account) && known.secret === entered.secret && known.token === entered.token ? {} : { sign_in: 'changed' }
      await audit({ subject, before: { company: called, ...recordOf(before) }, after: { company: name, ...recordOf(after), ...signIn } }, q)
    })
    return {}
  },

  connectionTest: async ({ connection_id: id }, { actor: { tenant_id }, db, suppliers, now, audit }) => {
    const { outcome, balance } = await tested(suppliers, tenant_id, id)
    await db.write(tenant_id, async (q) => {
      const [row] = await connectionToChange(q, tenant_id, id)
      const { company: name, owner_id } = found(row)
      await noteTested(q, { tenant_id, id, now: now(), outcome, balance })
      await audit({ subject: { kind: 'connection', id, name, organisation_id: owner_id }, after: { test_outcome: outcome } }, q)
    })
    return { test_outcome: outcome, balance }
  },
}
