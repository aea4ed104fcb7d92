// Support.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Support = Pick<Handlers, 'viewsList' | 'viewBegin' | 'viewEnd'>

const open = async () => {
  throw new Refusal('internal')
}

export const support: Support = {
  viewsList: open,
  viewBegin: open,
  viewEnd: open,
}
