// The typed functions of reclamations (claimed, moved from state to state, refunded) and of cancelled tickets. Part of money.ts. All of them run in the
// caller's transaction.
import type { Money } from '../../contract/kit/money.ts'
import { newIdAt } from '../kit/ids.ts'
import type { Query } from '../postgres/db.ts'

/** The person who acts, the organisation for which the person acts, and the name that the history will show. */
export type Acting = { tenant_id: number; actor_id: string; user_id: string; name: string }

export type ClaimAsked = Acting & {
  /** The accounts that may belong to the same person as the claiming account (modules/people/approvals). */
  hands: readonly string[]
  /** The claims' ids; batches and numbers of their PINs follow, in the same order. */
  ids: readonly string[]
  batches: readonly number[]
  seqs: readonly number[]
  reason: string
  remarks: string
}

export type ClaimCode = 'claimed' | 'unknown_pin' | 'claimed_already' | 'reclaimed_before' | 'too_late'
export type Claimed = { ord: number; code: ClaimCode; id: string | null; number: number | null }

export type StepAsked = Acting & {
  claim_id: string
  step: string
  from: readonly string[]
  /** The state after the step; null if the state stays as it is. */
  to: string | null
  /**
   * Who may take the step. desk: whoever decides now; owner: decides and owns the goods; below: decides without owning them; party: everybody who may see the
   * claim.
   */
  who: 'desk' | 'owner' | 'below' | 'party'
  note: string
  proof: object | null
}

/** An approved claim to be refunded. `hands`: accounts that may belong to the person who acts; null if nobody else could decide. */
export type AcceptAsked = Acting & { claim_id: string; refund_id: string; hands: readonly string[] | null; note: string }

export const refundDoors = (now: () => Date) => ({
  /** Claims PINs of the acting shop; returns the outcome for each PIN. */
  openReclamations: (q: Query, { tenant_id, actor_id, user_id, name, hands, ids, batches, seqs, reason, remarks }: ClaimAsked) =>
    q.query<Claimed>(
      `select * from open_reclamations(:tenant_id, :now, :user_id, :name, :hands::uuid[], :actor_id, :ids::uuid[],
                                       :batches::int[], :seqs::int[], :reason, :remarks)`,
      { tenant_id, now: now(), actor_id, user_id, name, hands, ids, batches, seqs, reason, remarks },
    ),

  /**
   * Takes one step that books nothing. Throws PX404 if the claim is not the actor's, PX414 if by now it has another state, is decided by another organisation
   * or has a hundred steps (for a message), or if an approval has no proof.
   */
  stepReclamation: (q: Query, { tenant_id, actor_id, user_id, name, claim_id, step, from, to, who, note, proof }: StepAsked) =>
    q.query(
      `select step_reclamation(:tenant_id, :now, :claim_id, :step, :from::text[], :to, :who, :actor_id, :user_id, :name,
                               :note, :proof::jsonb)`,
      { tenant_id, now: now(), actor_id, user_id, name, claim_id, step, from, to, who, note, proof: proof && JSON.stringify(proof) },
    ),

  /**
   * Refunds an approved claim, only once; returns what the shop gets. Throws PX404 if the claim is not the actor's, PX414 if it is not approved or not for the
   * actor to decide, PX415 if the user made it, PX416 if a second person must accept, PX417 if the same person may be behind it, PX435 if the PIN was refunded
   * before.
   */
  async acceptReclamation(q: Query, { tenant_id, actor_id, user_id, name, claim_id, refund_id, hands, note }: AcceptAsked): Promise<Money> {
    const [row] = await q.query<{ refunded: Money }>(
      `select accept_reclamation(:tenant_id, :now, :claim_id, :refund_id, :actor_id, :user_id, :name, :hands::uuid[],
                                 :note) as refunded`,
      { tenant_id, now: now(), actor_id, user_id, name, claim_id, refund_id, hands, note },
    )
    if (!row) throw new Error('accept_reclamation answered nothing')
    return row.refunded
  },

  /**
   * Books what the supplier gave back for a cancelled ticket, only once; returns what the passenger gets, also if it was booked before. Throws PX404 if nobody
   * requested the cancellation or the ticket was never sold, PX422 if the amount is more than was paid.
   */
  async refundTrip(q: Query, { tenant_id, key, user_id, given }: { tenant_id: number; key: string; user_id: string; given: Money }): Promise<Money> {
    const at = now()
    const [row] = await q.query<{ refunded: Money }>('select refund_trip(:tenant_id, :at, :key, :refund_id, :user_id, :given) as refunded', {
      tenant_id,
      at,
      key,
      refund_id: newIdAt(at),
      user_id,
      given,
    })
    if (!row) throw new Error('refund_trip answered nothing')
    return row.refunded
  },
})
