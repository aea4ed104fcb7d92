// Rules about sales after the fact.
import type { SignedIn } from '../../kit/sessions.ts'
import { reprintVerdict } from '../selling/selling.ts'

/** Whether this person could print the slip again, with a reason if need be. */
export const mayReprint = (sale: { seller_id: string; created_at: Date }, actor: SignedIn, now: Date): boolean =>
  sale.seller_id === actor.organisation_id && reprintVerdict({ ...sale, session_id: '' }, actor, now, 'a reason') === 'free'
