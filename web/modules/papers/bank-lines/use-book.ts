// Books transfers one after the other. Each result comes from the server's answer; nothing is shown as booked before that.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../kit/base/api.ts'
import { isRefusal } from '../../../kit/form/use-transaction-key.ts'
import { type Line, showsBooking, type Target } from './lines.ts'

type Assignment = { line: Line; target: Target }
export type Booked = {
  isRunning: boolean
  done: number
  all: number
  booked: number
  waiting: number
  refused: readonly { line: Line; error: unknown }[]
  /** The error that ended the work early. Unless the user was signed out, it is unknown whether the transfer under way was booked. */
  failure: unknown
}

const none: Booked = { isRunning: false, done: 0, all: 0, booked: 0, waiting: 0, refused: [], failure: undefined }

async function bookOne({ line, target }: Assignment, so: Booked): Promise<Booked> {
  try {
    const { state } = await ask('bankLineBook', target)
    return { ...so, done: so.done + 1, [state]: so[state] + 1 }
  } catch (error) {
    if (!isRefusal(error) || error.status === 401) return { ...so, failure: error }
    return { ...so, done: so.done + 1, refused: [...so.refused, { line, error }] }
  }
}

export function useBook() {
  const cache = useQueryClient()
  const [result, setResult] = useState<Booked>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const refresh = () => {
    for (const call of showsBooking) void cache.invalidateQueries({ queryKey: [call] })
  }

  async function book(asked: readonly Assignment[]) {
    if (result?.isRunning) return
    let so: Booked = { ...none, isRunning: true, all: asked.length }
    setResult(so)
    for (const one of asked) {
      // After a failure, or once the user has left the page and would not see the results, the remaining transfers are not booked.
      if (!isHere.current || so.failure) break
      so = await bookOne(one, so)
      setResult(so)
    }
    setResult({ ...so, isRunning: false })
    refresh()
  }
  return {
    result,
    book: (asked: readonly Assignment[]) => void book(asked),
    /** Shows the result of a transfer that was booked in a dialog. */
    tell: (state: 'booked' | 'waiting') => setResult({ ...none, done: 1, all: 1, [state]: 1 }),
  }
}
export type Booking = ReturnType<typeof useBook>
