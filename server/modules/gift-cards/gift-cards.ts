// Gift cards typed or scanned one by one: checked like a file's rows, sealed like an import, all of them or none.
import { createHash } from 'node:crypto'
import type { giftCardsAdd } from '../../../contract/gift-cards.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { FieldProblem } from '../../../contract/kit/errors.ts'
import { percentText } from '../../../contract/kit/money.ts'
import type { Audit } from '../../kit/audit.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { codeOf, Refusal } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { createBatches, type Filling } from '../../money/batches.ts'
import { BLOCK, batchKeyBound, sealBlock } from '../../money/seal.ts'
import { batchSubject, putCustody } from '../batches/batches.ts'
import { createRowCheck } from '../stock/stock.ts'
import { type CardGoods, ownGiftCard, supplierOf } from './gift-cards.sql.ts'

type Ground = Pick<Services, 'db' | 'clock' | 'keys'> & { audit: Audit; actor: SignedIn }
type Input = InputOf<typeof giftCardsAdd>
/** `row` as the person counts. */
type Card = { row: number; pin: string; serial: string; hash: Buffer; expires_on: string | null }

const UNIQUE = '23505'
const known = (row: number, batch_no?: number) => new Refusal('pin_known', { detail: { row, ...(batch_no ? { batch_no } : {}) } })

const problemOf = (i: number, finding: string, found: unknown): FieldProblem => {
  if (finding === 'expired') return { field: `cards.${i}.expires_on`, code: 'day_over' }
  if (finding === 'pin_length') return { field: `cards.${i}.pin`, code: 'pin_length', limit: Number(found) }
  return { field: `cards.${i}.pin`, code: finding === 'pin_missing' ? 'required' : 'pin_characters' }
}

/** The rules of an import, row by row; the earliest to expire first, as they will be sold. */
function readCards({ keys, clock, actor }: Ground, { cards }: Input, { pin_length, pin_letters, value }: CardGoods): Card[] {
  const columns = { pin: 0, serial: 1, expiry: 2, batch: -1, value: -1 }
  const today = berlinDay(clock())
  const check = createRowCheck({ columns: { ...columns, expiry: -1 }, pin_length, pin_letters, value, add_leading_zero: false, today })
  const seen = new Map<string, number>()
  const problems: FieldProblem[] = []
  const good = cards.flatMap(({ pin, serial, expires_on }, i): Card[] => {
    const verdict = check([pin, serial, ''])
    if ('finding' in verdict) {
      problems.push(problemOf(i, verdict.finding, verdict.detail['expected']))
      return []
    }
    if (seen.has(verdict.pin)) problems.push({ field: `cards.${i}.pin`, code: 'pin_twice', limit: seen.get(verdict.pin) ?? 0 })
    if (expires_on && expires_on < today) problems.push(problemOf(i, 'expired', ''))
    seen.set(verdict.pin, i + 1)
    return [{ row: i + 1, pin: verdict.pin, serial, hash: keys.pinIndex(actor.tenant_id, verdict.pin), expires_on: expires_on ?? null }]
  })
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
  const day = ({ expires_on }: Card) => expires_on ?? '9999'
  return good.sort((a, b) => day(a).localeCompare(day(b)) || a.row - b.row)
}

/** Stretches of equal expiry, in order. */
function stretchesOf(cards: readonly Card[]) {
  const lasts = cards.flatMap(({ expires_on }, i) => (i + 1 === cards.length || cards[i + 1]?.expires_on !== expires_on ? [{ end: i + 1, expires_on }] : []))
  return { ends: lasts.map(({ end }) => end), expiries: lasts.map(({ expires_on }) => expires_on) }
}

export async function addCards(ground: Ground, input: Input): Promise<number> {
  const { db, clock, keys, audit, actor } = ground
  const { tenant_id, username, user_id } = actor
  const { configuration_id, supplier_id, buying_discount, lot, publish } = input
  const { key, wrapped } = await keys.dataKey(batchKeyBound(tenant_id, configuration_id))
  let cards: Card[] = []
  try {
    return await db.write(tenant_id, async (q) => {
      const [goods] = await ownGiftCard(q, actor, configuration_id)
      const [supplier] = goods ? await supplierOf(q, tenant_id, goods.owner_id, supplier_id) : []
      if (!goods || !supplier) throw new Refusal('not_found')
      cards = readCards(ground, input, goods)
      const batches = createBatches((statement) => q.query(statement), tenant_id)
      const facts = { owner_id: goods.owner_id, configuration_id, supplier_id, lot, filename: '', buying_discount, data_key: wrapped, created_by: username }
      // No file: nothing that could come again but its cards, and those are known one by one.
      const batch_no = await batches.open(clock(), { ...facts, file_hash: createHash('sha256').update(newId()).digest() })
      await batches.fill(
        batch_no,
        sealed(cards, (pins, block) => sealBlock(pins, key, { tenant_id, configuration_id, batch_no, block })),
      )
      const { ends, expiries } = stretchesOf(cards)
      await batches.ready(batch_no, ends, expiries, publish)
      if (publish) await putCustody(q, clock(), { batch_no, seq: null, event: 'published', who: username, user_id })
      const after = { cards: cards.length, supplier: supplier.name, buying_discount: percentText(buying_discount), lot, publish }
      await audit({ subject: batchSubject({ ...goods, batch_no }), after }, q)
      return batch_no
    })
  } catch (error) {
    if (codeOf(error) === UNIQUE) throw await knownOf(ground, cards)
    throw error
  }
}

/** Which card is in stock already; nothing of the batch stayed. */
async function knownOf({ db, actor }: Ground, cards: readonly Card[]): Promise<Refusal> {
  const hits = await createBatches((statement) => db.call(statement), actor.tenant_id).inStock(Buffer.concat(cards.map(({ hash }) => hash)))
  const first = hits.map(({ i, batch_no }) => ({ row: cards[i]?.row ?? 1, batch_no })).sort((a, b) => a.row - b.row)[0]
  return known(first?.row ?? 1, first?.batch_no)
}

const sealed = (cards: readonly Card[], seal: (pins: string[], block: number) => Buffer): Filling => ({
  first: 0,
  hashes: Buffer.concat(cards.map(({ hash }) => hash)),
  serials: cards.map(({ serial }) => serial),
  last4: cards.map(({ pin }) => pin.slice(-4)),
  blocks: Array.from({ length: Math.ceil(cards.length / BLOCK) }, (_, i) =>
    seal(
      cards.slice(i * BLOCK, (i + 1) * BLOCK).map(({ pin }) => pin),
      i,
    ),
  ),
})
