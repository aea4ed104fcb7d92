// Row scope of goods: an organisation sees its own, the platform sees all.
import type { SignedIn } from './actor.ts'

/** SQL: a condition on a row with an owner_id, for statements whose first parameters are `ownedBy`. */
export const isOwn = (alias: string): string => `($3 or ${alias}.owner_id = $2)`

/** $1 tenant, $2 the actor's organisation, $3 whether the platform asks. */
export const ownedBy = ({ tenant_id, organisation_id, role }: SignedIn) => [tenant_id, organisation_id, role === 'superadmin'] as const
