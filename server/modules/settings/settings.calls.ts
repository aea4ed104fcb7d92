// Settings.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Settings = Pick<
  Handlers,
  | 'settingsView'
  | 'settingsUpdate'
  | 'timingsUpdate'
  | 'supportUpdate'
  | 'passwordUpdate'
  | 'passwordChange'
  | 'codeStart'
  | 'codeConfirm'
  | 'codeStop'
  | 'sessionsList'
  | 'sessionEnd'
  | 'deviceForget'
>

const open = async () => {
  throw new Refusal('internal')
}

export const settings: Settings = {
  settingsView: open,
  settingsUpdate: open,
  timingsUpdate: open,
  supportUpdate: open,
  passwordUpdate: open,
  passwordChange: open,
  codeStart: open,
  codeConfirm: open,
  codeStop: open,
  sessionsList: open,
  sessionEnd: open,
  deviceForget: open,
}
