// Prints a slip: preview first where the account or this browser wants it, then paper. A failure of the printer never undoes a sale.
import { useState } from 'react'
import type { UserInfo } from '../../../contract/auth.ts'
import type { Sale } from '../../../contract/selling.ts'
import { showsPreview, usePreferences } from '../../kit/base/preferences.ts'
import type { Printed } from './sale-state.ts'

type Printing = { sale: Sale; step: 'preview' | 'paper'; job: number }

export function usePrinting(user: UserInfo) {
  const [preferences] = usePreferences()
  const [printing, setPrinting] = useState<Printing>()
  const [printed, setPrinted] = useState<Printed>()
  const start = (sale: Sale, step: Printing['step']) => setPrinting((before) => ({ sale, step, job: (before?.job ?? 0) + 1 }))
  return {
    paper: preferences.paper,
    printing,
    printed,
    print: (sale: Sale) => {
      setPrinted(undefined)
      start(sale, showsPreview(preferences, user) ? 'preview' : 'paper')
    },
    toPaper: (sale: Sale) => start(sale, 'paper'),
    finish: (sale: Sale, outcome: Printed['outcome']) => {
      setPrinting((now) => (now?.sale === sale ? undefined : now))
      setPrinted({ sale, outcome })
    },
    close: () => setPrinting(undefined),
    /** The next customer's turn: a preview is closed, a slip being printed is left alone. */
    clear: () => {
      setPrinting((now) => (now?.step === 'paper' ? now : undefined))
      setPrinted(undefined)
    },
  }
}
