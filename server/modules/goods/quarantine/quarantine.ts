// Holds back the stock of every tenant after a restore, before anything is sold; each owner gets a notice and a row in the audit log.

import type { Services } from '../../../http/services.ts'
import { createBatches } from '../../../money/batches.ts'
import { writeAudit } from '../../../postgres/audit.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { Setback } from '../../../postgres/watermark.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { holders, keysHeld } from './quarantine.sql.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'clock' | 'log'>
type Cause = Setback['cause'] | 'asked'

const SYSTEM = { actor: null, address: '', device: '' }

/** Holds back stock once for a restore, even if several servers notice the restore or one of them stops halfway. Returns how many PINs it held. */
export async function holdStock(needs: Needs, { id, cause, point, since }: Omit<Setback, 'cause'> & { cause: Cause }): Promise<number> {
  const { db, keys, clock, log } = needs
  let all = 0
  await eachTenant({ db }, (tenant_id) =>
    db.write(tenant_id, async (q) => {
      const now = clock()
      const pins = await createBatches((statement) => q.query(statement), tenant_id).hold(now, { id, cause, point, since })
      for (const { parent_id, customers } of await keysHeld(q, tenant_id, now))
        await putNotice(q, now, { organisation_id: parent_id, kind: 'api_keys_held', data: { count: String(customers) } })
      if (pins === 0) return
      all += pins
      const subject = { kind: 'stock', id, name: cause }
      await writeAudit(q, { keys, now }, { action: 'heldList', ...SYSTEM }, { subject, after: { pins, point } })
      for (const { owner_id, pins: own } of await holders(q, tenant_id))
        await putNotice(q, now, { organisation_id: owner_id, kind: 'stock_held', data: { count: String(own) } })
    }),
  )
  log.error({ id, cause, point, held: all }, 'stock is held back until it is released')
  return all
}
