// batches.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const batches: Pick<Handlers, 'batchUndo' | 'inventorySearch' | 'soldPins'> = {
  batchUndo: open,
  inventorySearch: open,
  soldPins: open,
}
