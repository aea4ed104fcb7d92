// SQL that limits rows to what an organisation may see: its own goods; for the platform, all goods.
import type { SignedIn } from '../kit/actor.ts'

/** SQL: a condition on a row with an owner_id, for statements with the values of `ownedBy`. */
export const isOwn = (alias: string): string => `(:is_platform or ${alias}.owner_id = :organisation_id)`

export const ownedBy = ({ tenant_id, organisation_id, role }: SignedIn) => ({ tenant_id, organisation_id, is_platform: role === 'superadmin' })
