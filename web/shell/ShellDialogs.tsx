// The dialog that is open over the page, if there is one. Leaving the page closes it.

import { lazy, Suspense, useEffect } from 'react'
import { loadArea, withArea } from '../kit/base/language.tsx'
import { openHelpBy } from '../kit/page/help.ts'
import { showNextStepsBy } from '../kit/page/next-steps.ts'
import { useAddress } from '../kit/router/Pages.tsx'
import { closeDialog, openDialog, useOpenDialog } from './dialogs.ts'
import { lazyDialog } from './lazy.ts'

/** Loads the command palette together with the texts of the settings, whose fields it finds by their names. */
async function openPalette() {
  const [palette] = await Promise.all([import('./search/Palette.tsx'), ...(['settings', 'fields', 'pages', 'printers', 'cashiers'] as const).map(loadArea)])
  return palette
}

const views = {
  palette: lazyDialog(openPalette),
  help: lazyDialog(() => withArea('help', import('./help/HelpPanel.tsx'))),
  notices: lazyDialog(() => withArea('notices', import('./notices/NoticesPanel.tsx'))),
  cashiers: lazyDialog(() => withArea('cashiers', import('./till-lock/CashierDialog.tsx'))),
}

openHelpBy(() => openDialog('help'))
showNextStepsBy(lazy(() => withArea('help', import('./help/NextSteps.tsx'))))

export function ShellDialogs() {
  const open = useOpenDialog()
  const address = useAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs at every change of the address
  useEffect(closeDialog, [address])
  if (!open) return null
  const View = views[open]
  return (
    <Suspense>
      <View />
    </Suspense>
  )
}
