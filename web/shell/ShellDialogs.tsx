// The dialog that is open over the page, if any. Leaving the page closes it.
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { closeDialog, useOpenDialog } from './dialogs.ts'
import { lazyDialog } from './lazy.ts'

const views = {
  palette: lazyDialog(() => import('./Palette.tsx')),
  keys: lazyDialog(() => import('./KeySheet.tsx')),
  notices: lazyDialog(() => import('./NoticesPanel.tsx')),
}

export function ShellDialogs() {
  const open = useOpenDialog()
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing follows the address, whatever changed it
  useEffect(closeDialog, [href])
  if (!open) return null
  const View = views[open]
  return (
    <Suspense>
      <View />
    </Suspense>
  )
}
