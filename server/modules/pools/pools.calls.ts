// pools.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const pools: Pick<Handlers, 'poolAdd' | 'poolDiscountPrevious' | 'poolUpload' | 'poolUploadCheck' | 'poolUploadFinish' | 'poolsList'> = {
  poolAdd: open,
  poolDiscountPrevious: open,
  poolUpload: open,
  poolUploadCheck: open,
  poolUploadFinish: open,
  poolsList: open,
}
