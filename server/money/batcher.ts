// Many tills at the same time: purchases that wait are sold by one call and one commit, each with its own outcome (figures: decision 0003).
import { createOutcomes, type OutcomeOptions } from './batch-outcomes.ts'
import { createLanes, type LaneOptions } from './lanes.ts'
import { createWalletMarks } from './wallet-marks.ts'

type Options<In, Out> = Omit<LaneOptions<In, Out>, 'wallets' | 'sell'> & Pick<OutcomeOptions<In, Out>, 'run' | 'isBusy'>

export function createBatcher<In, Out>({ run, isBusy, ...options }: Options<In, Out>) {
  const wallets = createWalletMarks()
  const outcomes = createOutcomes<In, Out>({ run, isBusy, wallets, released: (tenant_id) => lanes.wake(tenant_id) })
  const lanes = createLanes<In, Out>({ ...options, wallets, sell: outcomes.together })
  return {
    add: lanes.add,
    waiting: () => lanes.queues().reduce((sum, queue) => sum + queue.length, 0),
    /** How many milliseconds ago the oldest running call began or the oldest waiting purchase was received, whichever is longer. */
    oldest_ms: () => {
      const now = performance.now()
      const first = lanes.queues().flatMap(([waiting]) => waiting?.since ?? [])
      return now - Math.min(now, ...[...outcomes.running()].map(({ since }) => since), ...first)
    },
  }
}
