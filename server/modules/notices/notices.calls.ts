// Notices.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Notices = Pick<Handlers, 'noticesList' | 'noticesSeen'>

const open = async () => {
  throw new Refusal('internal')
}

export const notices: Notices = {
  noticesList: open,
  noticesSeen: open,
}
