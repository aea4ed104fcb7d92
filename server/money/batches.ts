// The typed functions of batches: importing them (batch-imports.ts), putting their stock on sale, and changing single PINs (5-stock.sql).
import type { Instant } from '../../contract/kit/field.ts'
import type { RunNamed } from '../postgres/db.ts'
import { batchImports } from './batch-imports.ts'

export const createBatches = (run: RunNamed, tenant_id: number) => ({
  ...batchImports(run, tenant_id),
  ...stockSwitches(run, tenant_id),
  ...pinSwitches(run, tenant_id),
})

/** Puts stock on sale, takes it off or holds it back, by whole batches. */
const stockSwitches = (run: RunNamed, tenant_id: number) => ({
  /** Puts a batch on sale or takes it off. Throws PX404 if the batch is not this owner's or not ready, PX423 if it is held back after a restore. */
  publish: (owner_id: string, batch_no: number, publish: boolean) =>
    run({
      name: 'publish_batch',
      text: 'select publish_batch(:tenant_id, :owner_id, :batch_no, :publish)',
      values: { tenant_id, owner_id, batch_no, publish },
    }),

  /** Holds back all unsold stock and blocks the API keys of customers, once per restore. Returns the number of PINs. */
  async hold(now: Date, { id, cause, point, since }: { id: string; cause: string; point: Instant | null; since: Instant }): Promise<number> {
    const values = { tenant_id, now, id, cause, point, since }
    const [row] = await run<{ pins: number }>({
      name: 'hold_stock',
      text: 'select hold_stock(:tenant_id, :now, :id, :cause, :point, :since) as pins',
      values,
      once: true,
    })
    return row?.pins ?? 0
  },

  /** Releases a held batch. Returns its number of PINs. Throws PX404 if the batch is not this owner's, PX424 if none of its stock is held. */
  async release(now: Date, owner_id: string, batch_no: number): Promise<number> {
    const values = { tenant_id, now, owner_id, batch_no }
    const [row] = await run<{ pins: number }>({
      name: 'release_stock',
      text: 'select release_stock(:tenant_id, :now, :owner_id, :batch_no) as pins',
      values,
      once: true,
    })
    return row?.pins ?? 0
  },
})

/** Changes single PINs that are not sold. */
const pinSwitches = (run: RunNamed, tenant_id: number) => ({
  /** Takes one unsold PIN out of sale or puts it back. Throws PX404 if the PIN is not this owner's, PX413 if it was sold. */
  block: (now: Date, owner_id: string, batch_no: number, seq: number, is_blocked: boolean) =>
    run({
      name: 'block_pin',
      text: 'select block_pin(:tenant_id, :owner_id, :batch_no, :seq, :is_blocked, :now)',
      values: { tenant_id, owner_id, batch_no, seq, is_blocked, now },
    }),

  /** Corrects the serial of an unsold PIN. Throws PX404 if the PIN is not this owner's, PX413 if it was sold. */
  name: (owner_id: string, batch_no: number, seq: number, serial: string) =>
    run({
      name: 'name_pin',
      text: 'select name_pin(:tenant_id, :owner_id, :batch_no, :seq, :serial)',
      values: { tenant_id, owner_id, batch_no, seq, serial },
    }),
})
