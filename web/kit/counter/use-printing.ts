// Prints a slip: preview first where the account or this browser wants it, then paper. A printer failure never undoes a sale.
import { useState } from 'react'
import type { UserInfo } from '../../../contract/people/account.ts'
import type { Sale } from '../../../contract/till/selling.ts'
import { showsPreview, usePreferences } from '../base/preferences.ts'
import type { Printed } from './sold-cards.ts'

/** `opens`: whether the drawer is opened, if a slip printer can do that. */
export type Printing = { sale: Sale; more: readonly Sale[]; step: 'preview' | 'paper'; job: number; opens: boolean }

export function usePrinting(user: UserInfo) {
  const [preferences] = usePreferences()
  const [printing, setPrinting] = useState<Printing>()
  const [printed, setPrinted] = useState<Printed>()
  const start = (sale: Sale, more: readonly Sale[], step: Printing['step'], opens: boolean) =>
    setPrinting((before) => ({ sale, more, step, opens, job: (before?.job ?? 0) + 1 }))
  return {
    paper: preferences.paper,
    printing,
    printed,
    /** `more`: the further sales of a basket, on the same slip. */
    print: (sale: Sale, more: readonly Sale[] = [], opens = false) => {
      setPrinted(undefined)
      start(sale, more, showsPreview(preferences, user) ? 'preview' : 'paper', opens)
    },
    toPaper: ({ sale, more, opens }: Pick<Printing, 'sale' | 'more' | 'opens'>) => start(sale, more, 'paper', opens),
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
