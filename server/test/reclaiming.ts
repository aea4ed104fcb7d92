// Claims in a test's own corner: sold PINs, claimed and moved without the calls, by the money functions alone.
import { newId, newIdAt } from '../kit/ids.ts'
import type { AcceptAsked, Acting } from '../money/refunds.ts'
import { organisationId, rowsOf } from './arrange.ts'
import type { World } from './world.ts'

const TENANT = 1

/** Who acts for an organisation, named by one of its user names. */
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

/** Claims these PINs; what became of each. */
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
export const step = (w: World, who: Acting, claim_id: string, name: string, to: string | null, whose: 'desk' | 'owner' | 'below' | 'party' = 'owner') =>
  w.db.write(TENANT, (q) => w.services.money.stepReclamation(q, { ...who, claim_id, step: name, from: ANY, to, who: whose, note: '', proof: null }))

export const approve = (w: World, who: Acting, claim_id: string) => step(w, who, claim_id, 'approve', 'approved')

export const accept = (w: World, who: Acting, claim_id: string, hands: AcceptAsked['hands'] = []) =>
  w.db.write(TENANT, (q) => w.services.money.acceptReclamation(q, { ...who, claim_id, refund_id: newIdAt(w.clock.now()), hands, note: '' }))

/** Up to the owner of the goods, where a claim began below. */
export const handOn = (w: World, who: Acting, claim_id: string) => step(w, who, claim_id, 'hand_on', 'new', 'below')

export const stranger = (): Acting => ({ tenant_id: TENANT, actor_id: newId(), user_id: newId(), name: 'nobody' })
