// Sends the rows of a list of credits for many customers to the server, each under its own key, and shows their outcomes, even after a reload, because the
// server goes on booking meanwhile.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { paymentModes, TOP_UPS_MAX } from '../../../../contract/customers/credit.ts'
import { ROUND_MAX } from '../../../../contract/customers/credit-round.ts'
import { ask, useUser } from '../../../kit/base/api.ts'
import { amountOf, dropMulti, isRefused, keepMulti, keptMulti, type Multi, type MultiRow, newRow, openAgain, portionsOf, putRight } from './multi-rows.ts'
import { showsBalance } from './use-booking.ts'

/** The most rows in one run that is not a credit round, so that the answer about the run stays small. */
const PORTION = 500

const nothing = (user_id: string): Multi => ({ user_id, payment_mode: 'cash', was_sent: false, rows: [], round_id: '' })

async function withKeys(rows: readonly MultiRow[]): Promise<MultiRow[]> {
  const needed = rows.filter(({ outcome, key }) => outcome === 'open' && key === '').length
  const keys: string[] = []
  while (keys.length < needed) keys.push(...(await ask('transactionKeys', { count: Math.min(needed - keys.length, TOP_UPS_MAX) })).transaction_keys)
  return rows.map((row) => (row.outcome === 'open' && row.key === '' ? { ...row, key: keys.pop() ?? '' } : row))
}

/** Begins a run. After success the server has the rows, whatever happens to this tab. */
async function begin(rows: readonly MultiRow[], { payment_mode, round_id }: Pick<Multi, 'payment_mode' | 'round_id'>): Promise<MultiRow[]> {
  const asked = rows.map((row) => ({
    ...{ transaction_key: row.key, username: row.username, amount: amountOf(row) ?? 0 },
    ...(row.note && { remarks: row.note }),
  }))
  const mode = paymentModes.find((one) => one === payment_mode) ?? 'cash'
  const { run_id } = await ask('creditRunStart', { rows: asked, payment_mode: mode, ...(round_id && { round_id }) })
  return rows.map((row, run_row) => ({ ...row, run_id, run_row }))
}

/** Reads the outcomes that a run has so far; returns the rows with these outcomes. */
async function lookAt(run_id: string, rows: readonly MultiRow[]): Promise<MultiRow[]> {
  const { rows: results } = await ask('creditRunProgress', { run_id })
  return rows.map((row) => {
    const result = row.run_id === run_id && row.outcome === 'open' ? results[row.run_row] : undefined
    return result ? { ...row, outcome: result.outcome, code: result.code, balance_after: result.balance_after } : row
  })
}

/** Returns the first run that has rows without an outcome. */
const openRun = (rows: readonly MultiRow[]) => rows.find(({ outcome, run_id }) => outcome === 'open' && run_id !== '')?.run_id
const LOOK_MS = 700
const pause = () => new Promise((resume) => setTimeout(resume, LOOK_MS))

export function useMulti() {
  const { user_id } = useUser()
  const cache = useQueryClient()
  const [multi, setMulti] = useState(() => keptMulti(user_id) ?? nothing(user_id))
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  /** The latest rows, for work that takes a while, because the user may go on typing while the names of a file are looked up. */
  const now = useRef(multi)

  /** Stores changed rows before they are sent, because after a reload every key that was sent must still be known. */
  function set(changed: Partial<Multi>) {
    const next = { ...now.current, ...changed }
    now.current = next
    setMulti(next)
    if (next.rows.length > 0) keepMulti(next)
    else dropMulti()
  }

  async function follow() {
    for (let run_id = openRun(now.current.rows); run_id && isHere.current; run_id = openRun(now.current.rows)) {
      set({ rows: await lookAt(run_id, now.current.rows) })
      if (openRun(now.current.rows) === run_id) await pause()
    }
  }

  async function working(work: () => Promise<void>) {
    setSending(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(false)
      for (const call of showsBalance) cache.invalidateQueries({ queryKey: [call] })
    }
  }

  const send = (rows: readonly MultiRow[]) =>
    working(async () => {
      let known = await withKeys(rows)
      set({ was_sent: true, rows: known })
      const open = known.flatMap((row, i) => (row.outcome === 'open' && row.run_id === '' ? [i] : []))
      // Only one run of a credit round may be under way at a time, so all rows of a round go into one run.
      for (const portion of portionsOf(open, multi.round_id ? ROUND_MAX : PORTION)) {
        const begun = await begin(
          portion.flatMap((i) => known[i] ?? []),
          multi,
        )
        known = known.map((row, i) => begun[portion.indexOf(i)] ?? row)
        set({ was_sent: true, rows: known })
      }
      await follow()
    })

  // Whether this screen is open. When it is opened again, it follows the runs that the server already has and does not send their rows again.
  const isHere = useRef(true)
  const resume = useEffectEvent(() => {
    if (openRun(now.current.rows)) void working(follow)
  })
  useEffect(() => {
    isHere.current = true
    resume()
    return () => {
      isHere.current = false
    }
  }, [])

  /** Returns a change that ends the round once none of its proposed rows is left, so that rows added later do not belong to it. */
  const round = () => (now.current.rows.some(({ proposal }) => proposal) ? {} : { round_id: '' })
  const { rows } = multi
  return {
    ...multi,
    isSending,
    failure,
    setMode: (payment_mode: string) => set({ payment_mode }),
    setRows: (next: MultiRow[]) => set({ rows: next }),
    add: (more: readonly MultiRow[]) => set({ ...round(), rows: [...now.current.rows, ...more] }),
    addNames: (names: readonly string[]) => {
      const there = new Set(now.current.rows.map(({ username }) => username))
      set({ ...round(), rows: [...now.current.rows, ...names.filter((name) => !there.has(name)).map(newRow)] })
    },
    sameForAll: (amount: string) => set({ rows: rows.map((row) => ({ ...row, amount })) }),
    /** Replaces all rows by those of a round. */
    propose: (round_id: string, proposed: readonly MultiRow[]) => set({ round_id, was_sent: false, rows: [...proposed] }),
    startOver: () => set(nothing(user_id)),
    /** Returns to the form with the rows that are certainly not booked; booked rows are in the history. */
    correct: () => set({ was_sent: false, round_id: '', rows: rows.filter(isRefused).map(putRight) }),
    /** Sends the rows without an outcome: at first all rows, later those whose outcome is unknown because the connection broke. */
    send: () => send(rows),
    /** Sends only the refused rows again, each under its old key if that is still valid. */
    retry: () => send(rows.map(openAgain)),
  }
}
export type MultiState = ReturnType<typeof useMulti>
