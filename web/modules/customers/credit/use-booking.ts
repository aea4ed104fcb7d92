// Sends a booking repeatedly until its outcome is known. Each key is booked at most once, so sending again is safe.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError, NoAnswer } from '../../../../contract/kit/client.ts'
import { ask, type Output, useUser } from '../../../kit/base/api.ts'
import { type Booking, forgetBooking, openBooking, rememberBooking } from './open-booking.ts'

export type Change = Output<'walletChange'>
export type Booked = { change: Change; booking: Booking }

/** Calls that show a balance. They are read again after every booking, even after a failed one (docs/domain.md, Transaction outcomes). */
export const showsBalance = [
  ...(['authCheck', 'balance', 'customersListShort', 'customersList', 'customerDetails', 'dashboard'] as const),
  ...(['walletRecent', 'walletHistory', 'creditLogs', 'creditRequestsList', 'autoCreditLedger'] as const),
]

/** The pauses before a booking is sent again, in milliseconds; the last one is used for all further attempts. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 40_000]
const pause = (tries: number) => new Promise((resume) => setTimeout(resume, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]))

const isUnknown = (error: unknown) => error instanceof NoAnswer || (error instanceof CallError && (error.code === 'in_progress' || error.code === 'busy'))
/** Whether an error says that the session has ended. It is then still unknown whether an earlier attempt made the booking. */
const isOver = (error: unknown) => error instanceof CallError && error.status === 401

async function settle(booking: Booking, unanswered: () => void): Promise<Change> {
  for (let tries = 0; ; tries++) {
    try {
      const change = await ask('walletChange', booking.input)
      forgetBooking()
      return change
    } catch (error) {
      if (!isUnknown(error)) {
        if (!isOver(error)) forgetBooking()
        throw error
      }
      unanswered()
      await pause(tries)
    }
  }
}

export function useBooking(booked: (done: Booked) => void) {
  const { user_id } = useUser()
  const cache = useQueryClient()
  const [unknown, setUnknown] = useState<Booking>()
  const [refusal, setRefusal] = useState<unknown>()
  const finish = () => {
    setUnknown(undefined)
    for (const call of showsBalance) cache.invalidateQueries({ queryKey: [call] })
  }

  const resume = useEffectEvent(() => {
    const left = openBooking(user_id)
    if (!left) return
    setUnknown(left)
    settle(left, () => setUnknown(left))
      .then((change) => booked({ change, booking: left }), setRefusal)
      .finally(finish)
  })
  useEffect(() => {
    resume()
  }, [])

  async function send(input: Booking['input'], customer_name: string): Promise<Change> {
    const booking = { user_id, customer_name, begun_at: new Date().toISOString(), input }
    rememberBooking(booking)
    setRefusal(undefined)
    try {
      const change = await settle(booking, () => setUnknown(booking))
      booked({ change, booking })
      return change
    } finally {
      finish()
    }
  }
  return { send, unknown, refusal }
}
