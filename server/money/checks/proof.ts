// The part of the money check outside SQL (6-checks.sql): sealed PINs and orders must open with this server's key.

import type { Keys } from '../../kit/keys.ts'
import type { MoneyDb } from '../../postgres/db.ts'
import { holdsItsPins, isDelivered, type SampledBlock, type SampledHold } from '../open-pins.ts'

/** An invariant: how many rows violate it, and the name of one of them. */
export type Finding = { name: string; wrong: number; sample: string | null }
export type Proof = (tenant_id: number) => Promise<Finding[]>

/** How many blocks one run opens; opening a block takes half a millisecond at most. */
const BLOCKS = 32

/** Opens random blocks. A block that failed is tried again in every run until it opens, so that the finding does not disappear with the next sample. */
export function sealedBlocks(db: MoneyDb, keys: Keys): Proof {
  const again = new Map<number, readonly string[]>()
  return async (tenant_id) => {
    const values = { tenant_id, blocks: BLOCKS, again: again.get(tenant_id) ?? [] }
    const sampled = await db.call<SampledBlock>({
      name: 'block_sample',
      isQuiet: true,
      text: `
      select * from block_sample(:tenant_id, :blocks, :again)`,
      values,
    })
    const fits = await Promise.all(sampled.map((block) => holdsItsPins(keys, tenant_id, block)))
    const wrong = sampled.filter((_, i) => !fits[i]).map(({ batch_no, block }) => `${batch_no}-${block}`)
    again.set(tenant_id, wrong)
    return [{ name: 'sealed_blocks_open', wrong: wrong.length, sample: wrong[0] ?? null }]
  }
}

/** How many holds one run opens, one after the other; with thirty thousand holds, all have been opened after an hour of runs. */
const HOLDS = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Opens orders and deliveries of holds in the order of their keys, and after the last from the first again. A failed hold is tried in every run until it opens.
 */
export function sealedDeliveries(db: MoneyDb, keys: Keys): Proof {
  const turns = new Map<number, { after: string; again: readonly string[] }>()
  return async (tenant_id) => {
    const { after, again } = turns.get(tenant_id) ?? { after: FIRST, again: [] }
    const sampled = await db.call<SampledHold>({
      name: 'delivery_sample',
      isQuiet: true,
      text: `
      select * from delivery_sample(:tenant_id, :after, :holds, :again)`,
      values: { tenant_id, after, holds: HOLDS, again },
    })
    const wrong = sampled.filter((hold) => !isDelivered(keys, tenant_id, hold)).map(({ key }) => key)
    const passed = sampled.filter(({ key }) => key > after)
    turns.set(tenant_id, { after: passed.length < HOLDS ? FIRST : (passed[HOLDS - 1]?.key ?? FIRST), again: wrong })
    return [{ name: 'deliveries_open', wrong: wrong.length, sample: wrong[0] ?? null }]
  }
}
