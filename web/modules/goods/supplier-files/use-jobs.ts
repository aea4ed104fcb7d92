// The batches of the files dropped together. All are sent and checked before the first is added; each shows its own result.
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../kit/base/api.ts'
import type { Upload } from '../stock/stock.ts'
import { added, type Batch, checked, discarded, sent, settled } from './batch-work.ts'

type State = 'waiting' | 'checking' | 'checked' | 'adding' | 'added' | 'refused'
export type Job = Batch & { state: State; upload?: Upload; error?: unknown; leaveOut: boolean }

/** The calls whose answers change when files are added. */
const STALE = ['stockUploadsOpen', 'stockList', 'productsList', 'poolsList', 'dashboard'] as const
const refresh = () => {
  for (const name of STALE) void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Whether the rows of the batch may be added as they are. */
export const isReady = ({ state, upload, leaveOut }: Job): boolean =>
  state === 'checked' && upload !== undefined && upload.step === 'checked' && upload.fatal === null && upload.accepted > 0 && (upload.errors === 0 || leaveOut)

export function useJobs(batches: readonly Batch[]) {
  const [jobs, setJobs] = useState<readonly Job[]>(() => batches.map((batch) => ({ ...batch, state: 'waiting', leaveOut: false })))
  const stop = useRef<AbortController>(undefined)
  /** The keys of discarded batches, because a batch may be discarded while it is being sent. */
  const gone = useRef(new Set<string>())
  const set = (key: string, changes: Partial<Job>) => setJobs((all) => all.map((job) => (job.part.key === key ? { ...job, ...changes } : job)))

  async function send(batch: Batch, signal: AbortSignal) {
    const { key } = batch.part
    set(key, { state: 'checking', error: undefined })
    try {
      const upload_id = await sent(batch, signal)
      if (signal.aborted || gone.current.has(key)) return void (await discarded(upload_id))
      await check(batch, upload_id, false)
    } catch (error) {
      if (!signal.aborted) set(key, { state: 'refused', error })
    }
  }
  async function check({ part: { key }, sequences }: Batch, upload_id: string, add_leading_zero: boolean) {
    set(key, { state: 'checking', leaveOut: false, error: undefined })
    await checked(upload_id, sequences, add_leading_zero)
    const upload = await settled(upload_id, (seen) => set(key, { upload: seen }))
    set(key, { state: upload.step === 'checked' ? 'checked' : 'refused', upload })
  }

  // The batches are sent one after the other, so that they use only one of the few uploads that the server lets a user make at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these batches are sent once
  useEffect(() => {
    const control = new AbortController()
    stop.current = control
    void (async () => {
      for (const batch of batches) if (!control.signal.aborted && !gone.current.has(batch.part.key)) await send(batch, control.signal)
      refresh()
    })()
    return () => control.abort()
  }, [])

  return {
    jobs,
    choose: (job: Job, leaveOut: boolean) => set(job.part.key, { leaveOut }),
    /** Sends a batch again and has it checked; its earlier upload is discarded first. */
    async again(job: Job) {
      set(job.part.key, { state: 'checking', error: undefined })
      if (job.upload) await discarded(job.upload.upload_id)
      await send(job, stop.current?.signal ?? new AbortController().signal)
    },
    withZeros: (job: Job, add: boolean) => {
      if (job.upload) void check(job, job.upload.upload_id, add).catch((error: unknown) => set(job.part.key, { state: 'refused', error }))
    },
    /** Discards these batches: a single one, or all that have not been added. */
    async drop(of: readonly Job[]) {
      const keys = new Set(of.map(({ part }) => part.key))
      for (const key of keys) gone.current.add(key)
      setJobs((all) => all.filter(({ part }) => !keys.has(part.key)))
      for (const { upload, state } of of) if (upload && state !== 'added' && state !== 'adding') await discarded(upload.upload_id)
      refresh()
    },
    /** Adds the batches that are ready, in their order. A failure is shown at its batch, and the remaining batches are still added. */
    async add(delivery: { supplier_id: string; publish: boolean; discountOf: (job: Job) => number }): Promise<Job[]> {
      const done: Job[] = []
      for (const job of jobs.filter(isReady)) {
        const { part, upload, leaveOut } = job
        if (!upload) continue
        set(part.key, { state: 'adding', error: undefined })
        try {
          const { supplier_id, publish } = delivery
          const how = { supplier_id, publish, buying_discount: delivery.discountOf(job), leave_out_errors: leaveOut }
          const now = await added(upload.upload_id, how, (seen) => set(part.key, { upload: seen }))
          if (now.step === 'imported') done.push(job)
          // If a PIN of the batch was added to the stock by somebody else meanwhile, the server has checked the batch again, and the user has to decide again.
          set(part.key, { state: now.step === 'imported' ? 'added' : now.step === 'checked' ? 'checked' : 'refused', upload: now, leaveOut: false })
        } catch (error) {
          set(part.key, { state: 'checked', error })
        }
      }
      refresh()
      return done
    },
  }
}
