// The import of a batch, which is opened, filled chunk by chunk and made ready; and the removal of an import, which is first undone and then discarded
// (5-stock.sql). Part of batches.ts.
import type { Instant } from '../../contract/kit/field.ts'
import type { Percent } from '../../contract/kit/money.ts'
import type { RunNamed } from '../postgres/db.ts'

export type NewBatch = {
  owner_id: string
  configuration_id: string
  supplier_id: string
  lot: string
  filename: string
  file_hash: Buffer
  buying_discount: Percent
  /** The batch's data key, wrapped by the master key. */
  data_key: Buffer
  created_by: string
}

/** PINs from number `first` on: their hashes (16 bytes each, concatenated) and their sealed blocks of sixteen. */
export type Filling = { first: number; hashes: Buffer; serials: readonly string[]; last4: readonly string[]; blocks: readonly Buffer[] }

/** About how many PINs one statement discards; discarding so many takes a second or two. */
const DISCARD_MOST = 200_000

export const batchImports = (run: RunNamed, tenant_id: number) => ({
  /** Opens a batch and returns its number; throws SQLSTATE 23505 (batches_file) if a batch was made of this file already. */
  async open(now: Date, b: NewBatch): Promise<number> {
    const [row] = await run<{ batch_no: number }>({
      name: 'open_batch',
      text: `select open_batch(:tenant_id, :now, :owner_id, :configuration_id, :supplier_id, :lot, :filename,
                               :file_hash, :buying_discount, :data_key, :created_by) as batch_no`,
      values: {
        tenant_id,
        now,
        owner_id: b.owner_id,
        configuration_id: b.configuration_id,
        supplier_id: b.supplier_id,
        lot: b.lot,
        filename: b.filename,
        file_hash: b.file_hash,
        buying_discount: b.buying_discount,
        data_key: b.data_key,
        created_by: b.created_by,
      },
    })
    if (!row) throw new Error('open_batch answered nothing')
    return row.batch_no
  },

  /** Adds these PINs; throws SQLSTATE 23505 (pins_hash) if one of them is in stock already, PX412 if the batch was discarded meanwhile. */
  fill: (batch_no: number, { first, hashes, serials, last4, blocks }: Filling) =>
    run({
      name: 'fill_batch',
      text: 'select fill_batch(:tenant_id, :batch_no, :first, :hashes, :serials, :last4, :blocks)',
      values: { tenant_id, batch_no, first, hashes, serials, last4, blocks },
    }),

  /**
   * Which of these hashes (16 bytes each, concatenated) are in stock: the position of each, counted from 0, and the batch that holds it. If the batch is null,
   * the PIN is another owner's, and the position must not be shown.
   */
  inStock: (owner_id: string, hashes: Buffer) =>
    run<{ i: number; batch_no: number | null; created_at: Instant | null }>({
      name: 'pins_in_stock',
      text: 'select * from pins_in_stock(:tenant_id, :owner_id, :hashes)',
      values: { tenant_id, owner_id, hashes },
    }),

  /** Opens a filled batch. `ends`: where each range of numbers with equal expiry ends. Throws PX412 if the batch was discarded or undone. */
  ready: (now: Date, batch_no: number, ends: readonly number[], expiries: readonly (string | null)[], publish: boolean) =>
    run({
      name: 'ready_batch',
      text: 'select ready_batch(:tenant_id, :batch_no, :ends, :expiries, :publish, :now)',
      values: { tenant_id, batch_no, ends, expiries, publish, now },
    }),

  /**
   * Begins to take an import back; discard() completes the removal. Returns the number of PINs. Throws PX404 if the batch is not this owner's or not ready,
   * PX413 if something of it was sold, PX423 if it is held back after a restore.
   */
  async undo(now: Date, owner_id: string, batch_no: number): Promise<number> {
    const [row] = await run<{ pins: number }>({
      name: 'undo_batch',
      text: 'select undo_batch(:tenant_id, :now, :owner_id, :batch_no) as pins',
      values: { tenant_id, now, owner_id, batch_no },
    })
    return row?.pins ?? 0
  },

  /** Deletes everything of a batch that never became ready or was undone; leaves a ready batch as it is. */
  async discard(batch_no: number): Promise<void> {
    for (let gone = false; !gone; ) {
      const [row] = await run<{ gone: boolean }>({
        name: 'discard_batch',
        text: 'select discard_batch(:tenant_id, :batch_no, :discard_most) as gone',
        values: { tenant_id, batch_no, discard_most: DISCARD_MOST },
      })
      gone = row?.gone ?? true
    }
  },
})
