// Imports, publications, sales and undone imports in random order: the counts equal those of a model that only adds and subtracts.
import { afterAll, describe, expect, test } from 'vitest'
import { giveWallet, goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type World, world } from '../../../test/world.ts'
import { checked, finished } from '../stock/fixtures/upload.ts'
import { stopAll } from '../stock/runs.ts'

const STEPS = 30
const w = await fileWorld()
afterAll(stopAll)

/** A batch in the model. `sold`: how many of its PINs are sold. */
type Kept = { file: string; quantity: number; sold: number; published: boolean }

/** A small seeded random generator, so that a failed run can be repeated with the same numbers. */
function dice(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * n)
  }
}

/** Does random actions (imports, sales and so on); returns every count that differs from the model, and what the money checks find at the end. */
async function walk(of: World, seed: number): Promise<string[]> {
  const [reseller, till] = [await of.signIn('nord'), await of.signIn('kiosque')]
  await giveWallet(of, till.customer_id, 1_000_000 * 10_000)
  const { configuration_id } = await goods(of, { pins: 0 })
  const supplier_id = (await reseller.calls.suppliersList({})).content[0]?.supplier_id ?? ''
  const random = dice(seed)
  const kept = new Map<number, Kept>()
  const spare: string[] = []
  const differing: string[] = []
  let next = 6_500_000_000_000_000 + seed * 1_000_000_000
  const fresh = () => {
    next += 7_919
    return String(next)
  }
  const some = () => [...kept][random(kept.size)]

  /** Uploads a file whose import was undone, or a new file. */
  async function bringIn() {
    const file = spare.pop() ?? `Pin\n${Array.from({ length: 1 + random(40) }, () => fresh()).join('\n')}\n`
    const published = random(2) === 0
    const { batch_no, accepted } = await finished(reseller, (await checked(reseller, configuration_id, file)).upload_id, { supplier_id, publish: published })
    kept.set(batch_no ?? 0, { file, quantity: accepted, sold: 0, published })
  }

  /** Sells a random number of PINs. Notes a difference unless the sale either sells all of them, from the oldest batch first, or sells nothing. */
  async function sell() {
    const quantity = 1 + random(6)
    const onSale = [...kept]
      .filter(([, { published }]) => published)
      .flatMap(([batch_no, { quantity: n, sold }]) => Array.from({ length: n - sold }, () => batch_no))
    const { transaction_key } = await till.calls.transactionKey({})
    const code = await till.calls.sell({ transaction_key, configuration_id, quantity }).then(
      () => 'sold',
      (refusal: { code: string }) => refusal.code,
    )
    // This test only checks whether the sale succeeds; other tests check which refusal a sale gives.
    const due = onSale.length >= quantity
    if ((code === 'sold') !== due) differing.push(`${quantity} of ${onSale.length}: ${code}`)
    for (const batch_no of due ? onSale.slice(0, quantity) : []) {
      const batch = kept.get(batch_no)
      if (batch) batch.sold++
    }
  }

  async function publish() {
    const [batch_no, batch] = some() ?? []
    if (!batch_no || !batch) return
    batch.published = !batch.published
    await reseller.calls.stockList({ action: batch.published ? 'publish' : 'unpublish', batch_no })
  }

  async function takeBack() {
    const [batch_no, batch] = some() ?? []
    if (!batch_no || !batch) return
    const code = await reseller.calls.batchUndo({ batch_no, reason: 'a step at random' }).then(
      ({ pins }) => `${pins} back`,
      (refusal: { code: string }) => refusal.code,
    )
    const due = batch.sold > 0 ? 'batch_sold' : `${batch.quantity} back`
    if (code !== due) differing.push(`taking back ${batch_no}: ${code}, due ${due}`)
    if (batch.sold > 0) return
    kept.delete(batch_no)
    spare.push(batch.file)
  }

  async function compare(step: string) {
    const { content, batches } = await reseller.calls.stockList({ configuration_id, limit: 100 })
    const seen = batches.map(({ batch_no, quantity, sold, unsold, unpublished }) => [batch_no, quantity, sold, unsold, unpublished].join(' ')).sort()
    const due = [...kept].map(([batch_no, { quantity, sold, published }]) => {
      const left = quantity - sold
      return [batch_no, quantity, sold, published ? left : 0, published ? 0 : left].join(' ')
    })
    if (seen.join() !== due.sort().join()) differing.push(`${step}: ${seen.join(', ')} where the model has ${due.join(', ')}`)
    const sum = (field: 'unsold' | 'unpublished' | 'sold') => batches.reduce((total, batch) => total + batch[field], 0)
    const [row] = content
    if (row?.unsold !== sum('unsold') || row.unpublished !== sum('unpublished') || row.sold !== sum('sold'))
      differing.push(`${step}: the sums are not those of the batches`)
    const [pins] = await rowsOf<{ n: number }>(
      of,
      'select count(*)::int as n from pins p join batches b using (tenant_id, batch_no) where b.configuration_id = $1',
      [configuration_id],
    )
    const total = [...kept.values()].reduce((all, { quantity }) => all + quantity, 0)
    if (pins?.n !== total) differing.push(`${step}: ${pins?.n} PINs where the model has ${total}`)
  }

  const ways = [bringIn, sell, sell, publish, takeBack]
  for (let n = 0; n < STEPS && differing.length === 0; n++) {
    const way = ways[n < 2 ? 0 : random(ways.length)] ?? bringIn
    await way()
    await compare(`step ${n}, ${way.name}`)
  }
  return [...differing, ...(await wrongs(of))]
}

// The time limit is long, because a walk has thirty steps of several calls each, which take long on a busy machine.
describe('counts of stock', { timeout: 300_000 }, () => {
  test.for([11, 2_026, 31_415])('equal those of the model after every step of a random walk with seed %i', async (seed) => {
    expect(await walk(w, seed)).toEqual([])
  })

  test('control: if undoing one import also removed the queue heads of other imports, the random walk would find wrong counts', async () => {
    const other = await world()
    try {
      await sabotage(
        other,
        'undo_batch',
        'delete from queue_heads h where h.tenant_id = p_tenant and h.configuration_id = v_batch.configuration_id and h.batch_no = p_batch;',
        'delete from queue_heads h where h.tenant_id = p_tenant and h.configuration_id = v_batch.configuration_id;',
      )
      expect((await walk(other, 11)).length).toBeGreaterThan(0)
    } finally {
      await other.end()
    }
  })
})
