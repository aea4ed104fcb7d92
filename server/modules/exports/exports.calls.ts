// exports.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const exports: Pick<Handlers, 'exportProgress' | 'exportStart' | 'exportsList'> = {
  exportProgress: open,
  exportStart: open,
  exportsList: open,
}
