// Connects the demo tenant’s bus company at another port than in the demo world, for server tests and browser tests alike.
import type pg from 'pg'
import { inTenant } from '../seeds/demo-people.ts'

/** Points the demo tenant's connection for buses to this port; returns the supplier's id. The supplier gives the platform a discount of ten percent. */
export const connectBuses = (owner: pg.Pool, port: number): Promise<string> =>
  inTenant(owner, 1, async (q) => {
    const { rows } = await q.query<{ id: string }>(
      `update connections set base_url = $1, is_active = true, version = version + 1 where tenant_id = 1 and adapter = 'flixbus' returning id`,
      [`http://127.0.0.1:${port}`],
    )
    const id = rows[0]?.id ?? ''
    await q.query('update suppliers set buying_discount = 1000 where tenant_id = 1 and id = $1', [id])
    return id
  })
