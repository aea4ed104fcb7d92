// Audit.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Audit = Pick<Handlers, 'auditList' | 'auditCheck'>

const open = async () => {
  throw new Refusal('internal')
}

export const audit: Audit = {
  auditList: open,
  auditCheck: open,
}
