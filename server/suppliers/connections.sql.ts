// Queries of the open suppliers: their connections, and the log of exchanges with suppliers.
import type { Named, Query } from '../postgres/db.ts'
import type { Adapter } from './adapters.ts'

/** A connection to a supplier. `version` grows with every change of its settings. */
export type Connection = { id: string; adapter: Adapter; provider: string; base_url: string; settings: unknown; is_active: boolean; version: number }

/** The present exchange rates: euros for one unit of each currency, as decimals. */
export type Rates = Readonly<Record<string, string>>

/** A connection as its row is stored, with sealed credentials. */
export type ConnectionRow = Connection & { credentials: Buffer; rates: Rates }

export const connectionNamed = (tenant_id: number, id: string): Named => ({
  name: 'connection_of',
  text: `
    select n.id, n.adapter, n.provider, n.base_url, n.settings, n.is_active, n.version, n.credentials,
           coalesce((select jsonb_object_agg(r.currency, r.rate) from (
             select distinct on (x.currency) x.currency, x.rate::text as rate from exchange_rates x
              where x.tenant_id = :tenant_id order by x.currency, x.id desc) r), '{}') as rates
      from connections n where n.tenant_id = :tenant_id and n.id = :id`,
  values: { tenant_id, id },
})

/** Removes NUL and replaces lone surrogates, because the database cannot store them in a text. */
const holdable = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '�') : value)

/** Makes the transaction not wait for the disk. The log is written in the background, and the next commit of a sale writes it to the disk as well. */
export const withoutDisk = (q: Query) => q.query('set local synchronous_commit = off')

export const writeExchanges = (q: Query, tenant_id: number, rows: readonly object[]) =>
  q.query({
    name: 'exchanges',
    text: `
     insert into exchanges (tenant_id, id, connection_id, key, call, method, path, asked, outcome, reason, status,
                            answer, attempt, duration_ms, at)
     select :tenant_id, r.id, r.connection_id, r.key, r.call, r.method, r.path, r.asked, r.outcome, r.reason, r.status,
            r.answer, r.attempt, r.duration_ms, r.at
       from jsonb_to_recordset(:rows::jsonb) as r(id uuid, connection_id uuid, key uuid, call text, method text,
            path text, asked jsonb, outcome text, reason text, status int, answer jsonb, attempt int,
            duration_ms int, at timestamptz)
     returning 1`,
    values: { tenant_id, rows: JSON.stringify(rows, holdable) },
  })
