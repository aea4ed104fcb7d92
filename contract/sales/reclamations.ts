// Reclamations: sold PINs for which a shop claims its money back, the steps of a claim, and a supplier's answers.
import * as z from 'zod/mini'
import { acrossFilter, tenantOfRow } from '../kit/across-tenants.ts'
import { agreement } from '../kit/agreement.ts'
import { call, type Undone } from '../kit/call.ts'
import { contact, field, instant, money, numeral, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost } from '../kit/rules.ts'

export const reclaimStates = ['new', 'in_review', 'in_progress', 'approved', 'accepted', 'rejected'] as const
export type ReclaimState = (typeof reclaimStates)[number]

/** For each state of a claim: the word that organisations below the deciding one see instead of that state. */
export const reclaimAbove = {
  new: 'sent_on',
  in_review: 'looked_at',
  in_progress: 'asked',
  approved: 'answered',
  accepted: 'credited',
  rejected: 'refused',
} as const satisfies Record<ReclaimState, string>
export const reclaimsAbove = Object.values(reclaimAbove)
const undecided = ['new', 'in_review', 'in_progress', 'approved'] as const

/**
 * Who may do a step. desk: the organisation that decides now. owner: the desk, if it owns the goods. below: the desk, if another organisation above it owns the
 * goods. party: everybody who may see the claim. The platform may act for every desk.
 */
export type ReclaimRole = 'desk' | 'owner' | 'below' | 'party'
export type ReclaimRule = { from: readonly ReclaimState[]; to: ReclaimState | null; who: ReclaimRole; needs?: 'note' | 'proof' }

/** All steps: the states they start from, the state they lead to, who may do them, and what they require. Only `accept` moves money. */
export const reclaimRules = {
  take: { from: ['new'], to: 'in_review', who: 'desk' },
  ask: { from: ['new', 'in_review'], to: 'in_progress', who: 'owner' },
  approve: { from: ['in_review', 'in_progress'], to: 'approved', who: 'owner', needs: 'proof' },
  accept: { from: ['approved'], to: 'accepted', who: 'owner' },
  reject: { from: undecided, to: 'rejected', who: 'desk', needs: 'note' },
  hand_on: { from: ['new', 'in_review'], to: 'new', who: 'below' },
  message: { from: reclaimStates, to: null, who: 'party', needs: 'note' },
} as const satisfies Record<string, ReclaimRule>
export type ReclaimStep = keyof typeof reclaimRules
export const reclaimSteps = Object.keys(reclaimRules) as [ReclaimStep, ...ReclaimStep[]]

/** The state of a claim and an organisation's part in it: whether the organisation decides now, and whether the one that decides owns the goods. */
export type ReclaimPart = { state: ReclaimState; is_desk: boolean; is_owned_by_desk: boolean }

/** Whether an organisation may do this step of a claim now. */
export function mayStep(step: ReclaimStep, { state, is_desk, is_owned_by_desk }: ReclaimPart): boolean {
  const { from, who }: ReclaimRule = reclaimRules[step]
  const isTheirs = who === 'party' || (is_desk && (who === 'desk' || (who === 'owner') === is_owned_by_desk))
  return isTheirs && from.includes(state)
}

export const reclaimReasons = ['not_working', 'already_used', 'wrong_product', 'not_printed', 'other'] as const

/** The proof that a claim is right: the reference of a supplier's answer, a file, or a named person with a reason. */
export const reclaimProofs = ['answer', 'file', 'person'] as const

/** The most claims that can be made or decided in one call. */
export const RECLAIMS_MAX = 500

const note = (max: number) => z.string().check(z.trim(), atMost(max))

/** The outcome for each PIN. possible: not claimed yet. unknown_pin: not sold by this shop. reclaimed_before: refunded before. too_late: time limit over. */
export const reclaimOutcomes = ['possible', 'claimed', 'unknown_pin', 'claimed_already', 'reclaimed_before', 'too_late'] as const

const Claimed = z.object({
  /** The PIN's position in the list that was sent, from 1, or in the sale. */
  row: z.int(),
  outcome: z.enum(reclaimOutcomes),
  /** The id of the claim that was made now, or of the one that was open before. */
  reclaim_id: z.nullable(z.string()),
  number: z.nullable(numeral),
  product_name: z.string(),
  value: z.nullable(money),
  serial: z.string(),
  pin_last4: z.string(),
  sold_at: z.nullable(instant),
  /** The number of printed copies of the slip. */
  copies: z.int(),
  /** The number of claims that all shops made on PINs of the same delivery in 30 days. */
  batch_claims: z.int(),
  /** When the supplier's time limit for this claim ends; null without a limit. */
  due_at: z.nullable(instant),
})

/** `claims_30_days`: the number of this shop's claims in the last 30 days. */
const submitted = z.object({ rows: z.array(Claimed), claims_30_days: z.int() })

const meant = {
  /** Claims every PIN of this sale; otherwise `serials` names the PINs. */
  sale_id: z.optional(field.id()),
  /** Claims the PINs with these serials or codes, as pasted or scanned; otherwise `sale_id` names the sale. */
  serials: z.optional(field.json(z.array(field.text(80)).check(atLeast(1), atMost(RECLAIMS_MAX, 'too_big')))),
}

const shop = { only: ['seller'], roles: ['seller'], flags: ['has_reclamation'] } as const
export const claiming = { roles: ['superadmin', 'reseller', 'seller'], flags: ['has_reclamation'] } as const
/** The organisations that decide about claims: the platform and resellers, never a shop. */
export const reclaimDesk = { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_reclamation'] } as const

export const reclaimCheck = call({
  path: '/check_reclam_pins/',
  summary: 'Looks at sold PINs before they are claimed: whether they can be, until when, how many copies were printed (a call of our own)',
  access: shop,
  input: z.object(meant),
  output: submitted,
  errors: ['not_found'],
})

export const reclaimSubmit = call({
  path: '/post_reclam_pins/',
  summary: 'Claims sold PINs, of a sale or by their serials, many at once: a result for every one. A PIN has at most one claim open',
  access: shop,
  input: z.object({ ...meant, reason: field.oneOf(reclaimReasons), remarks: z.optional(note(500)) }),
  output: submitted,
  errors: ['not_found', 'in_progress', 'busy'],
  changes: true,
  undone: ({ rows }) => (rows.some(({ outcome }) => outcome === 'claimed') ? undefined : 'nothing'),
})

export const ReclaimRow = z.object({
  reclaim_id: z.string(),
  number: numeral,
  state: z.enum(reclaimStates),
  seller_name: z.string(),
  product_name: z.string(),
  value: money,
  serial: z.string(),
  pin_last4: z.string(),
  reason: z.enum(reclaimReasons),
  /** The exact reason of the rejection; empty unless rejected. */
  reject_reason: contact,
  /** The person who made the claim. */
  username: contact,
  sold_at: instant,
  created_at: instant,
  changed_at: instant,
  due_at: z.nullable(instant),
  /** The user who handles the claim; empty if the user belongs to a level above. */
  taken_name: contact,
  /** The organisation that decides now; empty if it is more than one level above. */
  desk_name: z.string(),
  /** The claim's state at the level above; null if the caller's organisation or one below it decides. */
  above: z.nullable(z.enum(reclaimsAbove)),
  /** The refund of the caller's direct customer; for a shop its own refund. Null if discounts are hidden from the caller. */
  amount: z.nullable(money),
  /** The steps that the caller's organisation may do now. */
  may: z.array(z.enum(reclaimSteps)),
})

/** The outcome for each claim. not_known: no answer came in time; the step may have been done. second_needed: a second person must accept so high a refund. */
export const decisionOutcomes = ['done', 'over', 'not_found', 'own_claim', 'same_hand', 'second_needed', 'reclaimed_before', 'not_known'] as const

export const Decided = z.object({
  reclaim_id: z.string(),
  number: z.nullable(numeral),
  outcome: z.enum(decisionOutcomes),
  /** The claim's state after the step, and who set it and when; the name is left out for users more than one level above the caller. */
  state: z.nullable(z.enum(reclaimStates)),
  by: contact,
  at: z.nullable(instant),
})

/** The `undone` of an answer in which no claim took the step; undefined if at least one did. */
export function noneMoved(results: readonly { outcome: string }[]): Undone | undefined {
  const has = (outcome: (typeof decisionOutcomes)[number]) => results.some((one) => one.outcome === outcome)
  return has('done') ? undefined : has('not_known') ? 'checking' : has('second_needed') ? 'waiting' : 'nothing'
}

/** own: claims of the caller’s shop. desk: claims that the caller decides or decided; for the platform all. sent: claims that the caller passed on. */
export const reclaimScopes = ['own', 'desk', 'sent'] as const

const proof = z.object({ kind: field.oneOf(reclaimProofs), text: field.text(200), file_id: z.optional(field.id()) })

/** The number of days at which each age group begins; the last group has no end. */
export const reclaimAges = [0, 2, 4, 8, 15, 31] as const
const Age = z.object({ from_days: z.int(), to_days: z.nullable(z.int()), count: z.int() })

export const reclaimsList = call({
  path: '/view_update_reclam_pins/',
  summary: 'Claims the caller may see. With `action` it first moves those named by one step: each for itself, a result for every one',
  access: claiming,
  input: z.object({
    ...paging(20),
    scope: z.optional(field.oneOf(reclaimScopes)),
    filters: field.filters({
      state: z.optional(z.enum(reclaimStates)),
      /** Lists only undecided claims. */
      is_open: z.optional(field.bool()),
      /** Lists only claims that the caller handles. */
      is_mine: z.optional(field.bool()),
      /** Lists only claims that were made more than this many days ago. */
      older_than: z.optional(field.int(0, 3650)),
      ...{ customer_id: z.optional(field.id()), configuration_id: z.optional(field.id()), supplier_id: z.optional(field.id()) },
      batch_no: z.optional(field.int(1, 2_000_000_000)),
      ...{ date_from: z.optional(field.day()), date_to: z.optional(field.day()), ...acrossFilter },
    }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['created_at', '-created_at', 'due_at']), '-created_at'),
    /** Whether to count undecided claims by age. */
    with_ages: z._default(field.bool(), false),
    action: z.optional(field.oneOf(reclaimSteps)),
    reclaim_ids: z.optional(field.json(z.array(field.id()).check(atLeast(1), atMost(RECLAIMS_MAX, 'too_big')))),
    /** The reason of a rejection, or the text of a message. */
    note: z.optional(note(1000)),
    proof: z.optional(field.json(proof)),
  }),
  output: listOf(z.extend(ReclaimRow, tenantOfRow), { results: z.array(Decided), ages: z.nullable(z.array(Age)), agrees: agreement }),
  acrossTenants: '-created_at',
  changes: { with: 'action' },
  undone: ({ results }) => (results.length === 0 ? undefined : noneMoved(results)),
})

export const reclaimDetails = call({
  path: '/reclam_pin_details/',
  summary: 'One claim: what is needed to decide it, its steps with who and when, messages and files',
  access: claiming,
  input: z.object({ reclaim_id: field.id() }),
  output: z.object({
    ...ReclaimRow.shape,
    sale_id: z.string(),
    remarks: contact,
    copies: z.int(),
    /** The number of this shop's claims in 30 days, and of claims that all shops made on the same delivery. */
    claims_30_days: z.int(),
    batch_claims: z.int(),
    /** The batch and its supplier, shown only to the owner of the goods and to the platform. */
    batch_no: z.nullable(numeral),
    supplier_id: z.nullable(z.string()),
    supplier_name: z.nullable(z.string()),
    refund_id: z.nullable(z.string()),
    steps: z.array(
      z.object({
        step: z.enum(['claim', ...reclaimSteps]),
        to_state: z.enum(reclaimStates),
        /** The organisation's name, empty if it is more than one level above the caller; the person's name is empty for all levels above. */
        organisation_name: z.string(),
        name: contact,
        note: contact,
        proof: z.nullable(z.object({ kind: z.enum(reclaimProofs), text: contact, file_id: z.nullable(z.string()) })),
        created_at: instant,
      }),
    ),
    files: z.array(z.object({ file_id: z.string(), name: contact, type: z.string(), person: contact, created_at: instant })),
  }),
  errors: ['not_found'],
})
