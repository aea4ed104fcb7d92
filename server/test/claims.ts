// Makes claims on goods that a test has made for itself, either by the money functions alone or through the calls.
import { EURO } from '../../contract/kit/money.ts'
import type { ReclaimStep } from '../../contract/sales/reclamations.ts'
import { newId, newIdAt } from '../kit/ids.ts'
import type { AcceptAsked, Acting } from '../money/refunds.ts'
import { giveWallet, goods, organisationId, rowsOf } from './arrange.ts'
import type { Person, World } from './world.ts'

const TENANT = 1

/** A user who acts for an organisation, found by user name. */
export async function acting(w: World, username: string): Promise<Acting> {
  const [user] = await rowsOf<{ id: string }>(w, 'select id from users where tenant_id = 1 and username = $1', [username])
  return { tenant_id: TENANT, actor_id: await organisationId(w, username), user_id: user?.id ?? '', name: username }
}

export type SoldPin = { batch_no: number; seq: number; sale_id: string }
export const pinsOf = (w: World, sale_id: string) =>
  rowsOf<SoldPin>(
    w,
    `select p.batch_no, p.seq, p.sale_id from sales s cross join lateral generate_series(1, cardinality(s.ranges) / 3) i
       join pins p on p.tenant_id = 1 and p.batch_no = s.ranges[3 * i - 2] and p.sale_id = s.id
      where s.tenant_id = 1 and s.id = $1 order by p.batch_no, p.seq`,
    [sale_id],
  )

/** Claims these PINs; returns the outcome of each. */
export const claim = (w: World, who: Acting, pins: readonly SoldPin[], hands: readonly string[] = []) =>
  w.db.write(TENANT, (q) =>
    w.services.money.openReclamations(q, {
      ...who,
      hands,
      ids: pins.map(() => newIdAt(w.clock.now())),
      batches: pins.map(({ batch_no }) => batch_no),
      seqs: pins.map(({ seq }) => seq),
      reason: 'not_working',
      remarks: '',
    }),
  )

export const claimOne = async (w: World, who: Acting, pin: SoldPin | undefined, hands: readonly string[] = []): Promise<string> => {
  const [row] = pin ? await claim(w, who, [pin], hands) : []
  if (!row?.id) throw new Error(`not claimed: ${row?.code}`)
  return row.id
}

const ANY = ['new', 'in_review', 'in_progress', 'approved']
export const ANSWER = { proof: { kind: 'answer' as const, text: 'A-4711' } }
export const step = (w: World, who: Acting, claim_id: string, name: string, to: string | null, whose: 'desk' | 'owner' | 'below' | 'party' = 'owner') =>
  w.db.write(TENANT, (q) =>
    w.services.money.stepReclamation(q, {
      ...{ ...who, claim_id, step: name, from: ANY, to, who: whose, note: '' },
      proof: to === 'approved' ? ANSWER.proof : null,
    }),
  )

export const approve = (w: World, who: Acting, claim_id: string) => step(w, who, claim_id, 'approve', 'approved')

export const accept = (w: World, who: Acting, claim_id: string, hands: AcceptAsked['hands'] = []) =>
  w.db.write(TENANT, (q) => w.services.money.acceptReclamation(q, { ...who, claim_id, refund_id: newIdAt(w.clock.now()), hands, note: '' }))

/** Passes a claim on to the next organisation towards the owner of the goods. */
export const handOn = (w: World, who: Acting, claim_id: string) => step(w, who, claim_id, 'hand_on', 'new', 'below')

/** Returns a user of an organisation, a manager if it has one. */
async function anyoneOf(w: World, actor_id: string): Promise<Acting> {
  const [user] = await rowsOf<{ id: string }>(w, 'select id from users where tenant_id = 1 and organisation_id = $1 order by internal_role, id limit 1', [
    actor_id,
  ])
  return { tenant_id: TENANT, actor_id, user_id: user?.id ?? newId(), name: 'Somebody' }
}

/** Claims PINs of a sale, by default all of them, and refunds them along its chain; returns the refunds, one for each PIN. */
export async function giveBack(w: World, sale_id: string, pins?: number): Promise<string[]> {
  const [sale] = await rowsOf<{ chain: string[] }>(w, 'select chain from sales where tenant_id = 1 and id = $1', [sale_id])
  const [shop, ...desks] = await Promise.all((sale?.chain ?? []).map((id) => anyoneOf(w, id)))
  const owner = desks.pop()
  if (!shop || !owner) throw new Error('nobody above the shop')
  const claims: string[] = []
  for (const pin of (await pinsOf(w, sale_id)).slice(0, pins)) {
    const claim_id = await claimOne(w, shop, pin)
    for (const desk of desks) await handOn(w, desk, claim_id)
    await approve(w, owner, claim_id)
    await accept(w, owner, claim_id, null)
    claims.push(claim_id)
  }
  const refunds = await rowsOf<{ id: string }>(w, 'select id from refunds where tenant_id = 1 and reclamation_id = any ($1) order by id', [claims])
  return refunds.map(({ id }) => id)
}

export const stranger = (): Acting => ({ tenant_id: TENANT, actor_id: newId(), user_id: newId(), name: 'nobody' })

/** A reseller that owns the goods, its sub-reseller, a shop of the reseller, and a shop of the sub-reseller. */
export const peopleOf = (w: World) =>
  Promise.all((['nord', 'sud', 'kiosque', 'port'] as const).map((name) => acting(w, name))) as Promise<[Acting, Acting, Acting, Acting]>

export async function fillWallets(w: World) {
  for (const name of ['kiosque', 'gare', 'port', 'sud']) await giveWallet(w, await organisationId(w, name), 1_000 * EURO)
}

/** Claims a sale's first PIN and approves the claim, which then waits to be accepted. */
export async function approvedClaim(w: World, shop: Acting, desk: Acting, sale_id: string) {
  const id = await claimOne(w, shop, (await pinsOf(w, sale_id))[0])
  await approve(w, desk, id)
  return id
}

/** The outcomes of calls, sorted: 'done', or the code of the error thrown. */
export const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'done' : ((one.reason as { code?: string }).code ?? 'strange'))).sort()

/** Makes a new sale of `pins` PINs and a claim of each, through the calls. */
export async function claimed(w: World, shop: Person, pins = 1) {
  const corner = await goods(w, { pins, euro: 10 })
  const { sale_id } = await shop.calls.sell({ ...(await shop.calls.transactionKey({})), configuration_id: corner.configuration_id, quantity: pins })
  const { rows } = await shop.calls.reclaimSubmit({ sale_id, reason: 'not_working', remarks: 'Code refused' })
  return { ...corner, sale_id, rows, ids: rows.map(({ reclaim_id }) => reclaim_id ?? '') }
}

/** Takes one step of these claims through the call; returns the outcome of each. */
export const move = async (who: Person, reclaim_ids: string[], action: ReclaimStep, more: object = {}) =>
  (await who.calls.reclaimsList({ action, reclaim_ids, ...more })).results.map(({ outcome }) => outcome)
