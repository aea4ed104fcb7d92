// Queries about the denomination of bus tickets. A tenant has one; the platform owns it, and each sale sets its value.

import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'

const NAME = 'FlixBus ticket'

const TICKET = `
  select c.id from products p
    join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id
   where p.tenant_id = :tenant_id and p.type = 'bus_ticket' and p.provider = 'flixbus'
   order by c.created_at, c.id limit 1`

/** SQL: the adapters that sell trips. */
const TRIPS = adaptersThat(({ sells }) => sells === 'trips').join()
const DESK = `connections n
  where n.tenant_id = :tenant_id and n.adapter = any('{${TRIPS}}') and n.is_active order by n.created_at, n.id`

/** The tenant's connection for trips, and its ticket denomination. */
export const deskOf = (q: Query, tenant_id: number) =>
  q.query<{ supplier_id: string; configuration_id: string | null }>(
    `select n.id as supplier_id, (${TICKET}) as configuration_id
       from ${DESK} limit 1`,
    { tenant_id },
  )

/**
 * The denomination of tickets. The first reservation creates it, with the tax set on its connection; of two simultaneous calls only one creates it. Tickets are
 * sold for the carrier, so by default they are outside VAT: the tax of the journey is the carrier's, and is printed on the ticket.
 */
export async function ticketGoods(q: Query, tenant_id: number, now: Date): Promise<string> {
  await q.query('select from organisations where tenant_id = :tenant_id and parent_id is null for no key update', { tenant_id })
  const [known] = await q.query<{ id: string }>(TICKET, { tenant_id })
  if (known) return known.id
  const [product_id, id] = [newId(), newId()]
  await q.query(
    `insert into products (tenant_id, id, owner_id, name, name_search, type, provider, created_at)
     select :tenant_id, :product_id, o.id, :name, :name_search, 'bus_ticket', 'flixbus', :now from organisations o
      where o.tenant_id = :tenant_id and o.parent_id is null returning 1`,
    { tenant_id, product_id, name: NAME, name_search: fold(NAME), now },
  )
  await q.query(
    `insert into configurations (tenant_id, id, product_id, value, vat_treatment, vat_rate, vat_country,
                                 created_at)
     select :tenant_id, :id, :product_id, 10000, n.vat_treatment, n.vat_rate, n.vat_country, :now from ${DESK} limit 1
     returning 1`,
    { tenant_id, id, product_id, now },
  )
  return id
}
