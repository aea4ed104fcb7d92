// A dialog of the shell: its code and the shell's texts are loaded when it is first opened.
import { type ComponentType, lazy } from 'react'
import { loadArea } from '../kit/base/language.tsx'

export const lazyDialog = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), loadArea('shell')])
    return loaded
  })
