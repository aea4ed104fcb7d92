// Prints a slip: a preview first if the account or this browser asks for it, then on paper. A printer failure never undoes a sale.
import { useState } from 'react'
import type { UserInfo } from '../../../contract/people/account.ts'
import type { Sale } from '../../../contract/till/selling.ts'
import { showsPreview, usePreferences } from '../base/preferences.ts'
import type { Printed } from './sold-cards.ts'

/** `opens`: whether the cash drawer is opened, if the slip printer can do that. */
export type Printing = { sale: Sale; more: readonly Sale[]; step: 'preview' | 'paper'; begun_ms: number; opens: boolean }

/** Some browsers never report the end of printing. After this time a slip counts as printed as soon as the next slip is requested. */
const STUCK_MS = 10_000

export function usePrinting(user: UserInfo) {
  const [preferences] = usePreferences()
  /** Slips are printed in the order of their sales; each waits until the slip before it is on paper. A preview closes when the next slip is printed. */
  const [[printing], setJobs] = useState<readonly Printing[]>([])
  const [printed, setPrinted] = useState<Printed>()
  const start = (sale: Sale, more: readonly Sale[], step: Printing['step'], opens: boolean) =>
    setJobs((jobs) => {
      const now_ms = performance.now()
      const before = jobs.filter((job) => job.step === 'paper' && now_ms - job.begun_ms < STUCK_MS)
      return [...before, { sale, more, step, opens, begun_ms: now_ms }]
    })
  return {
    paper: preferences.paper,
    printing,
    printed,
    /** Prints a sale's slip. `more`: the further sales of a basket, on the same slip. */
    print: (sale: Sale, more: readonly Sale[] = [], opens = false) => {
      setPrinted(undefined)
      start(sale, more, showsPreview(preferences, user) ? 'preview' : 'paper', opens)
    },
    toPaper: ({ sale, more, opens }: Pick<Printing, 'sale' | 'more' | 'opens'>) => start(sale, more, 'paper', opens),
    finish: (sale: Sale, outcome: Printed['outcome']) => {
      setJobs((jobs) => (jobs[0]?.sale === sale ? jobs.slice(1) : jobs))
      setPrinted({ sale, outcome })
    },
    close: () => setJobs((jobs) => jobs.slice(1)),
    /** Called when the next customer is served: closes a preview; a slip that is being printed continues. */
    clear: () => {
      setJobs((jobs) => jobs.filter((job) => job.step === 'paper'))
      setPrinted(undefined)
    },
  }
}
