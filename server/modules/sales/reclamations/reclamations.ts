// What other modules need of claims: the name of a claim in the log, the organisation that a user acts for, and the steps that a user may take.
import { mayStep, type ReclaimStep, reclaimAbove, reclaimAges, reclaimSteps } from '../../../../contract/sales/reclamations.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Acting } from '../../../money/refunds.ts'
import type { Subject } from '../../../postgres/audit.ts'
import type { Claim, ClaimRow } from './reclamations.sql.ts'

export const claimSubject = ({
  reclaim_id,
  number,
  product_name,
  seller_id,
}: Pick<Claim, 'reclaim_id' | 'number' | 'product_name' | 'seller_id'>): Subject => ({
  kind: 'reclamation',
  id: reclaim_id,
  name: `${number} ${product_name}`,
  organisation_id: seller_id,
})

export const actingAs = ({ tenant_id, organisation_id, user_id, full_name, username }: SignedIn): Acting => ({
  tenant_id,
  actor_id: organisation_id,
  user_id,
  name: full_name || username,
})

type Reader = Pick<SignedIn, 'mask_seller_discount' | 'organisation_path'>

/**
 * How many levels above the reader's organisation another organisation is; 0 for the reader's own and those below it. An `id` of null is the platform, whose
 * users belong to no tenant.
 */
const levelsAbove = ({ organisation_path }: Reader, id: string | null) => {
  const place = organisation_path.indexOf(id ?? organisation_path[0] ?? '')
  return place < 0 ? 0 : organisation_path.length - 1 - place
}

/** A user's name, for readers in the user's organisation and above; blank for readers below. */
export const personFor = (reader: Reader, organisation_id: string | null, name: string) => (levelsAbove(reader, organisation_id) === 0 ? name : '')

/** The name of an organisation, for its direct customers and everybody above; blank for readers further down. */
export const organisationFor = (reader: Reader, organisation_id: string, name: string) => (levelsAbove(reader, organisation_id) <= 1 ? name : '')

/** A claim as this reader may see it. */
export function seen<Row extends ClaimRow>({ is_desk, is_owned_by_desk, desk_id, taken_at, ...row }: Row, reader: Reader) {
  const may: ReclaimStep[] = reclaimSteps.filter((step) => mayStep(step, { state: row.state, is_desk, is_owned_by_desk }))
  return {
    ...row,
    desk_name: organisationFor(reader, desk_id, row.desk_name),
    taken_name: personFor(reader, taken_at, row.taken_name),
    above: levelsAbove(reader, desk_id) > 0 ? reclaimAbove[row.state] : null,
    amount: reader.mask_seller_discount ? null : row.amount,
    may,
  }
}

/** How many claims wait in each age group. A group contains the claims that have waited at least `from_days` days, up to the beginning of the next group. */
export const agesOf = (waiting: readonly { days: number; count: number }[]) =>
  reclaimAges.map((from_days, i) => {
    const next = reclaimAges[i + 1]
    const within = waiting.filter(({ days }) => (days >= from_days || i === 0) && (next === undefined || days < next))
    return { from_days, to_days: next === undefined ? null : next - 1, count: within.reduce((all, { count }) => all + count, 0) }
  })
