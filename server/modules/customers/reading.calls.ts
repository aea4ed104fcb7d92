// customerReading.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const customerReading: Pick<Handlers, 'customerDetails' | 'customerSearch' | 'customersList'> = {
  customerDetails: open,
  customerSearch: open,
  customersList: open,
}
