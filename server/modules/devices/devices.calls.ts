// devices.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const devices: Pick<
  Handlers,
  'deviceChange' | 'devicePair' | 'devicePairing' | 'devicesAssign' | 'devicesAssignedList' | 'devicesList' | 'devicesUnassign'
> = {
  deviceChange: open,
  devicePair: open,
  devicePairing: open,
  devicesAssign: open,
  devicesAssignedList: open,
  devicesList: open,
  devicesUnassign: open,
}
