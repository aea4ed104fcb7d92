// Sends a slip to the slip printer. The encoder is loaded with the first slip.
import { useEffect, useRef } from 'react'
import type { Paper } from '../base/sheet.ts'
import type { Page } from '../printers/parts.ts'
import type { Outcome } from '../printers/print.ts'
import { printerSettings } from '../printers/settings.ts'

type Props = { pages: readonly Page[]; paper: Paper; opens: boolean; done: (outcome: Outcome) => void }

export function DirectSlip({ pages, paper, opens, done }: Props) {
  const isBegun = useRef(false)
  const given = useRef({ pages, paper, opens })
  const end = useRef(done)
  end.current = done
  useEffect(() => {
    // Only the first render sends the slip, because sending it again would print a second slip.
    if (isBegun.current) return
    isBegun.current = true
    const { pages, paper, opens } = given.current
    void sent(pages, paper, opens).then((outcome) => end.current(outcome))
  }, [])
  return null
}

async function sent(pages: readonly Page[], paper: Paper, opens: boolean): Promise<Outcome> {
  const settings = printerSettings()
  try {
    const { printPages } = await import('../printers/print.ts')
    return await printPages(pages, settings, { paper, opens_drawer: opens && settings.opens_drawer })
  } catch {
    return { trouble: 'not_loaded', begun: false }
  }
}
