// The result of checking one part of the server: for /ready, for the log, for the operator.
import type { Instant } from '../../contract/kit/field.ts'

/** `at`: when the checked work was last done; `free_bytes`: the space that is left. The platform's start page shows both. */
export type Finding = { ok: boolean; detail: string; at?: Instant | null; free_bytes?: number }
/** A check of one part of the server. The `detail` of its finding is for the operator: it has figures, and no names of customers. */
export type Check = {
  name: string
  look: () => Finding | Promise<Finding>
  /** Whether the server counts as ready even if this check fails. The failure is still reported, so that an operator looks after it, but tills can sell. */
  isAside?: true
}
