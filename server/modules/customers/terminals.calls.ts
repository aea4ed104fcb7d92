// terminals.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const terminals: Pick<Handlers, 'terminalActivate' | 'terminalsList'> = {
  terminalActivate: open,
  terminalsList: open,
}
