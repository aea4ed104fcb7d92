// supplierEditing.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const supplierEditing: Pick<Handlers, 'supplierAdd' | 'supplierUpdate'> = {
  supplierAdd: open,
  supplierUpdate: open,
}
