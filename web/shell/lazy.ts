// A dialog of the shell: its code and the shell's texts come when it is first asked for.
import { type ComponentType, lazy } from 'react'
import { loadArea } from '../kit/language.tsx'

export const lazyDialog = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), loadArea('shell')])
    return loaded
  })
