// Refuses a call that the actor's role and rights do not allow; the refusal names the missing right and who can grant it.
import { type Access, allows, missing } from '../../contract/kit/access.ts'
import type { SignedIn } from './actor.ts'
import { Refusal } from './errors.ts'

export function requireRight(access: Access, actor: SignedIn): void {
  if (!allows(access, actor)) throw new Refusal('forbidden', { detail: { missing: missing(access, actor), grantor: actor.grantor } })
}
