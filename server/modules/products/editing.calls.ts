// productEditing.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const productEditing: Pick<Handlers, 'productAdd' | 'productFilters' | 'productImage' | 'productUpdate'> = {
  productAdd: open,
  productFilters: open,
  productImage: open,
  productUpdate: open,
}
