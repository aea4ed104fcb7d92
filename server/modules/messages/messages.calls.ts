// Messages.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Messages = Pick<Handlers, 'messagesList' | 'messageRead'>

const open = async () => {
  throw new Refusal('internal')
}

export const messages: Messages = {
  messagesList: open,
  messageRead: open,
}
