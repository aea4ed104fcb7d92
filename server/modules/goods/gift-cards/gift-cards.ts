// Adds single gift cards that were typed or scanned: they are checked like the rows of a file, sealed like an import, and added together or not at all.
import { createHash } from 'node:crypto'
import type { giftCardsAdd } from '../../../../contract/goods/gift-cards.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { FieldProblem } from '../../../../contract/kit/errors.ts'
import { percentText } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { BLOCK, batchKeyBound, sealBlock } from '../../../kit/seal.ts'
import type { Filling } from '../../../money/batch-imports.ts'
import { createBatches } from '../../../money/batches.ts'
import type { Audit } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { batchSubject, putCustody } from '../batches/batches.ts'
import { admitDelivery, countRefusal, createRowCheck } from '../stock/stock.ts'
import { type CardGoods, ownGiftCard, supplierOf } from './gift-cards.sql.ts'

type GiftCardContext = Pick<Services, 'db' | 'clock' | 'keys'> & { audit: Audit; actor: SignedIn }
type Input = InputOf<typeof giftCardsAdd>
/** `row`: the position of the gift card in the form, counted from 1. */
type Card = { row: number; pin: string; serial: string; hash: Buffer; expires_on: string | null }

const UNIQUE = '23505'

const problemOf = (i: number, finding: string, found: unknown): FieldProblem => {
  if (finding === 'expired') return { field: `cards.${i}.expires_on`, code: 'day_over' }
  if (finding === 'pin_length') return { field: `cards.${i}.pin`, code: 'pin_length', limit: Number(found) }
  return { field: `cards.${i}.pin`, code: finding === 'pin_missing' ? 'required' : 'pin_characters' }
}

/** Checks each card by the rules of an import; returns the cards in the order in which they are to be sold: cards that expire first come first. */
function readCards({ keys, clock, actor }: GiftCardContext, { cards }: Input, { pin_length, pin_letters, value }: CardGoods): Card[] {
  const columns = { pin: 0, serial: 1, expiry: 2, batch: -1, value: -1 }
  const today = berlinDay(clock())
  const check = createRowCheck({ columns: { ...columns, expiry: -1 }, pin_length, pin_letters, value, zero_to: 0, today })
  const seen = new Map<string, number>()
  const problems: FieldProblem[] = []
  const good = cards.flatMap(({ pin, serial, expires_on }, i): Card[] => {
    const verdict = check([pin, serial, ''])
    if ('finding' in verdict) {
      problems.push(problemOf(i, verdict.finding, verdict.detail.expected))
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

/**
 * The stretches of a batch: runs of neighbouring cards that have the same expiry date. `ends`: how many cards the batch has up to the end of each stretch.
 */
function stretchesOf(cards: readonly Card[]) {
  const lasts = cards.flatMap(({ expires_on }, i) => (i + 1 === cards.length || cards[i + 1]?.expires_on !== expires_on ? [{ end: i + 1, expires_on }] : []))
  return { ends: lasts.map(({ end }) => end), expiries: lasts.map(({ expires_on }) => expires_on) }
}

/**
 * Adds the cards as one batch and returns its number. Throws pin_known if the owner has one of the cards already, stock_refused if another owner has one;
 * in both cases nothing is stored.
 */
export async function addCards(ground: GiftCardContext, input: Input): Promise<number> {
  const { key, wrapped } = await ground.keys.dataKey(batchKeyBound(ground.actor.tenant_id, input.configuration_id))
  const batch_no = await ground.db
    .write(ground.actor.tenant_id, (q) => add(q, ground, input, { key, wrapped }))
    .catch((error: unknown) => {
      // Another request added one of the cards at the same moment. The second try finds that card in stock and refuses it with the reason.
      if (codeOf(error) !== UNIQUE) throw error
      return ground.db.write(ground.actor.tenant_id, (q) => add(q, ground, input, { key, wrapped }))
    })
  if (batch_no === null) throw new Refusal('stock_refused')
  return batch_no
}

/**
 * Adds the batch. Returns null if it contains another owner's card: that refusal has been counted, and the transaction must commit so that the count stays.
 */
async function add(q: Query, ground: GiftCardContext, input: Input, { key, wrapped }: { key: Buffer; wrapped: Buffer }): Promise<number | null> {
  const { clock, audit, actor } = ground
  const { tenant_id, username, user_id } = actor
  const { configuration_id, supplier_id, buying_discount, lot, publish } = input
  const [goods] = await ownGiftCard(q, actor, configuration_id)
  const [supplier] = goods ? await supplierOf(q, tenant_id, goods.owner_id, supplier_id) : []
  if (!goods || !supplier) throw new Refusal('not_found')
  const cards = readCards(ground, input, goods)
  const { owner_id } = goods
  const delivery = { tenant_id, owner_id, now: clock() }
  await admitDelivery(q, delivery)
  const batches = createBatches((statement) => q.query(statement), tenant_id)
  const hits = await batches.inStock(owner_id, Buffer.concat(cards.map(({ hash }) => hash)))
  refuseOwn(cards, hits)
  if (hits.length > 0) {
    await countRefusal(q, delivery, audit, { subject: { kind: 'configuration', id: configuration_id, name: goods.product_name, organisation_id: owner_id } })
    return null
  }
  const facts = { owner_id, configuration_id, supplier_id, lot, filename: '', buying_discount, data_key: wrapped, created_by: username }
  // A typed batch has no file that could be uploaded again; its cards are checked one by one. So its file hash is random.
  const batch_no = await batches.open(clock(), { ...facts, file_hash: createHash('sha256').update(newId()).digest() })
  await batches.fill(
    batch_no,
    sealed(cards, (pins, block) => sealBlock(pins, key, { tenant_id, configuration_id, batch_no, block })),
  )
  const { ends, expiries } = stretchesOf(cards)
  await batches.ready(clock(), batch_no, ends, expiries, publish)
  if (publish) await putCustody(q, clock(), { batch_no, seq: null, event: 'published', who: username, user_id })
  const after = { cards: cards.length, supplier: supplier.name, buying_discount: percentText(buying_discount), lot, publish }
  await audit({ subject: batchSubject({ ...goods, batch_no }), after }, q)
  return batch_no
}

/** Throws if the owner has one of these cards in stock already, naming the first of them in the order typed. */
function refuseOwn(cards: readonly Card[], hits: readonly { i: number; batch_no: number | null }[]): void {
  const own = hits.flatMap(({ i, batch_no }) => (batch_no === null ? [] : [{ row: cards[i]?.row ?? 1, batch_no }]))
  const [first] = own.sort((a, b) => a.row - b.row)
  if (first) throw new Refusal('pin_known', { detail: first })
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
